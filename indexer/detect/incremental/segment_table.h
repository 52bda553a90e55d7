// SegmentTable: the text segments that a site has shown lately, with the number of its pages that
// had them (WFCGX 2.2 to 2.4). An entry that is not seen again is deleted when its life is over.
// The more pages had it, the longer it lives. The clock counts the pages of the site. One table for
// each site; it outlives a build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/base/hash.h"

namespace thresh {

// WFCGX 2.4: t(df) = floor(Tb N / (1 + (N - 1) e^-(df - 1))) pages. That is Tb for a segment seen
// once, and never more than Tb N.
class SegmentLife {
 public:
  SegmentLife(double tb, double n);
  std::uint32_t of(std::uint32_t df) const;  // df >= 1

 private:
  std::vector<std::uint32_t> pages_;  // by df - 1; then it grows no more
};

class SegmentTable {
 public:
  struct Entry {
    Hash128 segment;
    std::uint32_t df = 0;
    std::uint32_t last_seen = 0;
  };

  explicit SegmentTable(const SegmentLife& life) : life_(life) {}

  // A page: BeginPage, any of the other three for its segments, EndPage.
  void BeginPage() { ++page_; }
  void Count(const Hash128& segment);    // the page is one more that has it; once is enough
  void Refresh(const Hash128& segment);  // the page is one that has been counted
  std::uint32_t df(const Hash128& segment) const;  // 0: not in the table
  void EndPage();

  std::size_t size() const { return entries_.size(); }
  std::vector<Entry> entries() const;  // ascending by segment
  std::size_t bytes() const;

 private:
  struct Sighting {
    std::uint32_t df = 0;
    std::uint32_t last_seen = 0;
  };
  std::uint32_t Due(const Sighting& sighting) const {
    return sighting.last_seen + life_.of(sighting.df);
  }
  void File(const Hash128& segment, std::uint32_t due);

  SegmentLife life_;
  std::uint32_t page_ = 0;
  std::unordered_map<Hash128, Sighting> entries_;
  // A calendar queue: each entry stands once, at a page not after the end of its life.
  std::map<std::uint32_t, std::vector<Hash128>> calendar_;
};

}  // namespace thresh
