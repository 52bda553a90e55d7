// What a store says about itself, for reports.
#pragma once

#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

struct StoreStats {
  const Store* store = nullptr;  // must outlive this
  FamilyBytes family_bytes;      // as they lie on disk
  std::string detector;          // name and parameters, as the segment says
};

Result<StoreStats> ReadStats(const Store& store);

// The n sites with most words, most first.
std::vector<SiteRecord> LargestSites(const Segment& segment, std::size_t n);

// Encoded bytes of doc gaps and frequencies a posting, and of these and the positions a word (body
// and other fields).
double BytesPerPosting(const Statistics& statistics);
double BytesPerToken(const Statistics& statistics);

}  // namespace thresh
