#include "indexer/detect/incremental/page_versions.h"

#include <algorithm>
#include <map>

namespace thresh {
namespace {

std::uint32_t Short(const TextSegment& segment) {
  // A quarter of the identity. If two segments of a page collide, a new one misses one page of its
  // support.
  return static_cast<std::uint32_t>(segment.identity.high);
}

}  // namespace

bool PageVersions::Visit(std::string_view url, std::span<const TextSegment> segments,
                         std::vector<bool>* is_new) {
  const auto [page, is_first] = pages_.try_emplace(H64(url));
  Version& before = page->second;
  is_new->clear();
  for (const TextSegment& segment : segments) {
    const bool had =
        std::binary_search(before.segments.begin(), before.segments.end(), Short(segment));
    // Without its earlier segments nobody knows what is new on a page, so nothing counts.
    is_new->push_back(is_first || (before.complete && !had));
  }
  Remember(segments, &before);
  return is_first;
}

void PageVersions::Remember(std::span<const TextSegment> segments, Version* version) {
  // The old version leaves first, so that a page of a full site may be remembered again.
  segments_ -= version->segments.size();
  version->segments.clear();
  // The bound counts equal segments, too. It is reached a little early rather than late.
  version->complete = segments_ + segments.size() <= kMaxSegments;
  if (!version->complete) return;
  for (const TextSegment& segment : segments) version->segments.push_back(Short(segment));
  std::sort(version->segments.begin(), version->segments.end());
  version->segments.erase(std::unique(version->segments.begin(), version->segments.end()),
                          version->segments.end());
  version->segments.shrink_to_fit();
  segments_ += version->segments.size();
}

std::size_t PageVersions::bytes() const {
  constexpr std::size_t kPage =
      sizeof(std::uint64_t) + sizeof(Version) + 48;  // link, bucket, malloc twice
  return pages_.size() * kPage + segments_ * sizeof(std::uint32_t);
}

}  // namespace thresh
