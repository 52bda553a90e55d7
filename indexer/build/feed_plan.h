// FeedPlan: which sites of the stores a build reads together with the crawl. A site lies whole in
// one segment, so a site that changes at all is read whole and written anew. All other sites stay
// in their segments. Where a store would get too many segments, or too many masked pages, sites
// that have not changed are read as well, so that the new segment takes the place of several old
// ones.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "indexer/build/store_source.h"

namespace thresh {

struct FeedRules {
  std::size_t most_segments = kMostSegments;
  bool always = false;   // keep to most_segments also if nothing changes
  bool rejudge = false;  // read all sites
  HostSet touched;       // hosts that change, whatever the crawl says: of whole crawls and deletes
  static constexpr std::size_t kMostSegments = 10;
};

// The share of a store's pages that may be masked.
inline constexpr double kMostMasked = 0.2;

// A segment after a step: pages that stay live in it, and pages that are masked in it.
struct KeptSegment {
  std::uint64_t live = 0, masked = 0;
};
// Which segments are read and written into the new one, so that the rules hold. `fresh`: pages that
// the new segment gets anyway. As a rule the new segment is at least 1.5 times as large as each of
// those, so that a page is written anew O(log n) times in n steps.
std::vector<bool> SegmentsToMerge(std::span<const KeptSegment> kept, std::uint64_t fresh,
                                  std::size_t most_segments);

// What the crawl has said.
struct CrawlSays {
  HostSet touched;          // hosts with a page, or with a page of the store that is gone
  std::uint64_t pages = 0;  // of the crawl
};

// The hosts to be written anew. None: the segments stay as they are.
Result<HostSet> PlanFeed(const std::vector<StoreInput>& stores, const FeedRules& rules,
                         CrawlSays crawl);

}  // namespace thresh
