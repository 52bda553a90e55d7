// Phrases: pages on which words stand one after the other in one field, found from the positions.
#pragma once

#include <cstdint>
#include <vector>

#include "common/status.h"
#include "query/retrieve/cursor.h"

namespace thresh {

struct PhraseMatch {
  std::uint32_t doc = 0;
  double tf = 0;  // sum over fields of weight x occurrences of the phrase
};

// All of them, ascending.
Result<std::vector<PhraseMatch>> MatchPhrase(const QueryUnit& phrase, const Index& index,
                                             const FieldWeights& weights);

}  // namespace thresh
