// BenchSite: a site that is read once and judged many times by `spine`, each time with other
// numbers. It holds what the detector and the referee need: the logs, the gold pages as the index
// has them, and the records from which the merge decides. thresh-bench-detect owns one for each
// site. Not thread-safe.
#pragma once

#include <memory>
#include <string>

#include "common/base/status.h"
#include "indexer/compare/judge_store.h"
#include "indexer/detect/spine/parameters.h"

namespace thresh {

class BenchSite {
 public:
  // Reads all pages of `folder` and the gold labels of a part of them. Pages are matched by their
  // PageKey alone. Errors are those of the source and of ReadGold; kUnusable: no page has labels.
  static Result<BenchSite> Read(const std::string& folder, const std::string& gold);
  BenchSite(BenchSite&&) noexcept;
  BenchSite& operator=(BenchSite&&) noexcept;
  ~BenchSite();

  // The score that `thresh-index compare` gives to a build with these numbers.
  Score Judge(const SpineParameters& parameters) const;

  const std::string& folder() const;
  std::uint64_t pages() const;    // of the site
  std::uint64_t missing() const;  // gold pages that the site lacks

 private:
  struct Impl;
  explicit BenchSite(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
