// DeadlineIndex: an index that answers up to a point in time, and then fails, so that whatever
// walks its lists ends with an error. Looked at per term and per chunk of a list, not per page.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "query/retrieve/index.h"

namespace thresh {

class Deadline {
 public:
  explicit Deadline(double milliseconds) : milliseconds_(milliseconds) {}
  // kFailed: it has passed.
  Status Check() const;

 private:
  double milliseconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class DeadlineIndex : public Index {
 public:
  // `index` must outlive this.
  DeadlineIndex(const Index& index, double milliseconds) : index_(index), deadline_(milliseconds) {}
  const LengthsRecord& lengths() const override { return index_.lengths(); }
  Result<std::optional<TermRecord>> Term(std::string_view term) const override;
  std::unique_ptr<ChunkReader> Chunks(std::string_view term) const override;
  Status VisitTerms(std::string_view prefix, const TermVisitor& visit) const override;
  Result<DocRecord> Page(DocId doc) const override;
  const std::vector<SiteRecord>& sites() const override { return index_.sites(); }

 private:
  const Index& index_;
  Deadline deadline_;
};

}  // namespace thresh
