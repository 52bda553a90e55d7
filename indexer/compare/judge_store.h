// The score of a store: every gold page is looked up, and its spans with their verdicts are what
// was indexed.
#pragma once

#include <cstdint>
#include <vector>

#include "common/store/store.h"
#include "indexer/compare/gold.h"
#include "indexer/compare/score.h"

namespace thresh {

struct StoreScore {
  Score score;
  std::uint64_t missing = 0;              // gold pages that are not in the store
  std::uint64_t pages = 0;                // of the store
  std::uint64_t pages_with_template = 0;  // with a block that was struck
};

// A gold page is the page with its path, by PageKey; only where there is none, the first one in the
// store whose path ends with it below a folder. `words` is the one that cut the gold.
Result<StoreScore> JudgeStore(const Segment& segment, const std::vector<GoldPage>& gold,
                              RefereeWords* words);

}  // namespace thresh
