// stats: everything of the final build report, by site and in total.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/cli.h"
#include "common/schema.h"
#include "common/status.h"
#include "common/store.h"

namespace thresh {

struct StoreStats {
  const Store* store = nullptr;  // must outlive this
  FamilyBytes family_bytes;      // as they lie on disk
  std::string detector;          // name and parameters, as the segment says
};

Result<StoreStats> ReadStats(const Store& store);

// Encoded bytes of doc gaps and frequencies a posting, and of these and the positions a word (body and other
// fields).
double BytesPerPosting(const Statistics& statistics);
double BytesPerToken(const Statistics& statistics);

std::string StatsText(const StoreStats& stats, const Terminal& terminal);
std::string StatsJson(const StoreStats& stats);

}  // namespace thresh
