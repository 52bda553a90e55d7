#include "common/report/stats.h"

#include <algorithm>

#include "common/base/numbers.h"
#include "common/postings/dictionary.h"

namespace thresh {

Result<StoreStats> ReadStats(const Store& store) {
  StoreStats stats;
  stats.store = &store;
  THRESH_ASSIGN_OR_RETURN(stats.family_bytes, store.Sizes());
  THRESH_ASSIGN_OR_RETURN(stats.detector, store.Detector());
  THRESH_ASSIGN_OR_RETURN(stats.terms, CountTerms(store));
  return stats;
}

std::vector<SiteRecord> LargestSites(const Store& store, std::size_t n) {
  std::vector<SiteRecord> sites = store.sites();
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
