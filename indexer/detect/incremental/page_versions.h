// PageVersions: the segments that the pages of a site had when they were last fetched. A page that
// is fetched again is one page: its earlier segments do not count twice, or five visits would make
// a page its own template. One object for each site; it outlives a build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "indexer/detect/incremental/text_segments.h"

namespace thresh {

class PageVersions {
 public:
  // How many segments a site remembers; pages beyond are known by their address only, and add
  // nothing new when they change.
  static constexpr std::size_t kMaxSegments = 4u << 20;

  // A page with these segments arrives. Says for each whether it is new on this page, into
  // `is_new`; the result is false where the address was seen before.
  bool Visit(std::string_view url, std::span<const TextSegment> segments,
             std::vector<bool>* is_new);
  std::size_t bytes() const;

 private:
  struct Version {
    bool complete = false;                // `segments` are all it had
    std::vector<std::uint32_t> segments;  // short hashes, ascending
  };
  void Remember(std::span<const TextSegment> segments, Version* version);

  std::unordered_map<std::uint64_t, Version> pages_;  // by hash of the address
  std::size_t segments_ = 0;
};

}  // namespace thresh
