// LiveSites: which sites of which segments a store is made of, and how the numbers of pages in the
// segments and in the store belong together. A segment holds its sites by host, and so does the
// store; a site is one range of pages in both. A value; any thread may read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/schema.h"

namespace thresh {

class LiveSites {
 public:
  struct Site {
    std::uint32_t segment = 0;
    SiteId in_segment;
  };
  // Pages that stand side by side in the store, and also in one segment.
  struct Stretch {
    std::uint32_t first = 0, docs = 0;  // in the store
    std::uint32_t segment = 0;
    std::uint32_t first_in_segment = 0;
    std::uint32_t end() const { return first + docs; }
    std::uint32_t end_in_segment() const { return first_in_segment + docs; }
  };
  struct Place {
    std::uint32_t segment = 0;
    DocId doc;  // in the segment
  };
  struct SegmentSites {
    const std::vector<SiteRecord>* sites;
    const std::vector<std::string>* masked;  // hosts, in byte order
  };

  LiveSites() = default;
  // kUnusable if a mask names no site, or if two segments have the same live site.
  static Result<LiveSites> Of(std::span<const SegmentSites> segments);

  std::uint32_t docs() const { return docs_; }
  const std::vector<Site>& sites() const { return sites_; }  // by number in the store
  const std::vector<Stretch>& stretches() const { return stretches_; }
  // Those of one segment, as numbers of stretches, ascending.
  const std::vector<std::uint32_t>& stretches_of(std::uint32_t segment) const {
    return of_segment_[segment];
  }

  bool has_masked(std::uint32_t segment) const { return has_masked_[segment]; }

  // REQUIRES: doc < docs().
  Place Of(DocId doc) const;
  const Stretch& StretchOf(DocId doc) const;
  // Nothing if the page is one of a masked site.
  std::optional<DocId> InStore(std::uint32_t segment, DocId doc) const;
  // Nothing if the site is masked.
  std::optional<SiteId> InStore(std::uint32_t segment, SiteId site) const;

 private:
  static constexpr std::uint32_t kMasked = 0xffffffff;
  std::uint32_t docs_ = 0;
  std::vector<Site> sites_;
  std::vector<Stretch> stretches_;
  std::vector<std::vector<std::uint32_t>> of_segment_;  // stretches
  std::vector<bool> has_masked_;
  std::vector<std::vector<std::uint32_t>> site_of_;  // by segment and site, in the store
};

}  // namespace thresh
