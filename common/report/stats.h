// What a store says about itself, for `stats`, the report and the search page. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

struct StoreStats {
  const Store* store = nullptr;  // must outlive this
  FamilyBytes family_bytes;      // on disk
  std::string detector;          // name and parameters, as the segments record them
  std::uint64_t terms = 0;       // distinct, in all fields
};

// Where a store has several segments this walks the dictionary of each to count the terms.
Result<StoreStats> ReadStats(const Store& store);

// The `n` sites with most words, the largest first.
std::vector<SiteRecord> LargestSites(const Store& store, std::size_t n);

// Encoded bytes of document gaps and frequencies, divided by the number of postings.
double BytesPerPosting(const Statistics& statistics);
// Encoded bytes of gaps, frequencies and positions, divided by the number of words of all fields.
double BytesPerToken(const Statistics& statistics);

}  // namespace thresh
