// JudgeStore: the score of a whole store. It looks every gold page up in the store, and compares
// the labels with the verdicts of the page's spans. Used by the compare command after each build.
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
  std::uint64_t pages_with_template = 0;  // pages with a block that is not in the index
};

// A gold page matches the page of the store with the same PageKey. If there is none, it matches the
// first page of the store whose key ends with a slash and the gold page's key. `words` must be the
// one that cut the gold labels. Errors are those of reading the store.
Result<StoreScore> JudgeStore(const Store& store, const std::vector<GoldPage>& gold,
                              RefereeWords* words);

}  // namespace thresh
