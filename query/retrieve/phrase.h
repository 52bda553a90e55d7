// Phrases: pages on which words stand one after the other, or near each other, in one field, found
// from the positions.
#pragma once

#include <cstdint>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/cursor.h"

namespace thresh {

struct PhraseMatch {
  std::uint32_t doc = 0;
  double tf = 0;  // sum over fields of weight x occurrences
};

// All of them, ascending. The phrase has two words or more.
Result<std::vector<PhraseMatch>> MatchPhrase(const QueryUnit& phrase, const Index& index,
                                             const FieldWeights& weights);
// Matches of several fields on one page become one. In any order; ascending afterwards.
std::vector<PhraseMatch> JoinMatches(std::vector<PhraseMatch> matches);

}  // namespace thresh
