#include "common/store/live_sites.h"

#include <algorithm>
#include <string_view>

namespace thresh {
namespace {

struct Found {
  std::string_view host;
  LiveSites::Site site;
  std::uint32_t first_in_segment, docs;
};

// The sites of a segment that are not masked.
Status FindLive(const LiveSites::SegmentSites& segment, std::uint32_t number,
                std::vector<Found>* live) {
  std::uint32_t first = 0;
  std::size_t masked = 0;
  for (std::uint32_t s = 0; s < segment.sites->size(); ++s) {
    const SiteRecord& site = (*segment.sites)[s];
    const auto docs = static_cast<std::uint32_t>(site.statistics.docs);
    if (std::binary_search(segment.masked->begin(), segment.masked->end(), site.host)) {
      ++masked;
    } else {
      live->push_back({site.host, {number, SiteId(s)}, first, docs});
    }
    first += docs;
  }
  if (masked == segment.masked->size()) return {};
  return Status(Code::kUnusable,
                "the store is damaged: it masks a site that its segment lacks; "
                "run thresh-index verify");
}

}  // namespace

Result<LiveSites> LiveSites::Of(std::span<const SegmentSites> segments) {
  LiveSites live;
  std::vector<Found> found;
  for (const SegmentSites& segment : segments) {
    live.has_masked_.push_back(!segment.masked->empty());
    live.site_of_.emplace_back(segment.sites->size(), kMasked);
    THRESH_RETURN_IF_ERROR(
        FindLive(segment, static_cast<std::uint32_t>(live.site_of_.size() - 1), &found));
  }
  live.of_segment_.resize(segments.size());
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.host < b.host; });
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Found& site = found[i];
    if (i > 0 && found[i - 1].host == site.host)
      return Status(Code::kUnusable, "the store is damaged: two segments have the site " +
                                         std::string(site.host) + "; run thresh-index verify");
    live.site_of_[site.site.segment][site.site.in_segment.value] = static_cast<std::uint32_t>(i);
    live.sites_.push_back(site.site);
    const bool joins = !live.stretches_.empty() &&
                       live.stretches_.back().segment == site.site.segment &&
                       live.stretches_.back().end_in_segment() == site.first_in_segment;
    if (!joins) {
      live.of_segment_[site.site.segment].push_back(
          static_cast<std::uint32_t>(live.stretches_.size()));
      live.stretches_.push_back({live.docs_, 0, site.site.segment, site.first_in_segment});
    }
    live.stretches_.back().docs += site.docs;
    live.docs_ += site.docs;
  }
  return live;
}

const LiveSites::Stretch& LiveSites::StretchOf(DocId doc) const {
  const auto after =
      std::upper_bound(stretches_.begin(), stretches_.end(), doc.value,
                       [](std::uint32_t d, const Stretch& stretch) { return d < stretch.first; });
  return *(after - 1);
}

LiveSites::Place LiveSites::Of(DocId doc) const {
  const Stretch& stretch = StretchOf(doc);
  return {stretch.segment, DocId(doc.value - stretch.first + stretch.first_in_segment)};
}

std::optional<DocId> LiveSites::InStore(std::uint32_t segment, DocId doc) const {
  const std::vector<std::uint32_t>& own = of_segment_[segment];
  const auto after = std::partition_point(own.begin(), own.end(), [&](std::uint32_t stretch) {
    return stretches_[stretch].first_in_segment <= doc.value;
  });
  if (after == own.begin()) return std::nullopt;
  const Stretch& stretch = stretches_[*(after - 1)];
  if (doc.value >= stretch.end_in_segment()) return std::nullopt;
  return DocId(doc.value - stretch.first_in_segment + stretch.first);
}

std::optional<SiteId> LiveSites::InStore(std::uint32_t segment, SiteId site) const {
  if (site.value >= site_of_[segment].size()) return std::nullopt;
  const std::uint32_t number = site_of_[segment][site.value];
  return number == kMasked ? std::nullopt : std::optional(SiteId(number));
}

}  // namespace thresh
