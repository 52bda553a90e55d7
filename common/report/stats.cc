#include "common/report/stats.h"

#include <algorithm>

#include "common/base/numbers.h"

namespace thresh {

Result<StoreStats> ReadStats(const Store& store) {
  StoreStats stats;
  stats.store = &store;
  THRESH_ASSIGN_OR_RETURN(stats.family_bytes, store.segment().Sizes());
  THRESH_ASSIGN_OR_RETURN(const bool found,
                          store.segment().Get(Family::kMeta, kMetaDetector, &stats.detector));
  if (!found) stats.detector = "none";
  return stats;
}

std::vector<SiteRecord> LargestSites(const Segment& segment, std::size_t n) {
  std::vector<SiteRecord> sites = segment.sites();
  // Stable, so that sites of one size stay in their order in the store.
  std::stable_sort(sites.begin(), sites.end(), [](const SiteRecord& a, const SiteRecord& b) {
    return a.statistics.tokens_seen > b.statistics.tokens_seen;
  });
  sites.resize(std::min(sites.size(), n));
  return sites;
}

double BytesPerPosting(const Statistics& s) { return Ratio(s.postings_bytes, s.postings); }

double BytesPerToken(const Statistics& s) {
  // Positions are stored for the words of every field, so the fields count here too.
  return Ratio(s.postings_bytes + s.positions_bytes, s.tokens_indexed + s.tokens_fields);
}

}  // namespace thresh
