// Phrases and near words: the pages on which words stand one directly after the other, or near each
// other, in one field. MatchPhrase finds all of them at once from the positions; MakeCursor
// (cursor.h) puts a cursor over the result.
#pragma once

#include <cstdint>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/cursor.h"

namespace thresh {

// All pages of the phrase, ascending; tf is the sum over fields of weight x occurrences. The phrase
// has two or more words. kUnusable if a list is damaged.
Result<std::vector<PageTf>> MatchPhrase(const QueryUnit& phrase, const Index& index,
                                        const FieldWeights& weights);

// Where a word of a phrase stands in one field of a page, ascending, and its place in the phrase.
struct WordPositions {
  std::vector<std::uint32_t> at;
  std::uint32_t place = 0;
};

// Counts the windows of at most `longest` words that contain all the words in any order and contain
// no shorter such window. A word that is given twice must stand in the window twice.
std::uint32_t CountNear(const std::vector<WordPositions>& words, std::uint32_t longest);

}  // namespace thresh
