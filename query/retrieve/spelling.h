// Spelling: for a word that no page has, the nearest word of the index's dictionary.
// Searcher::Correct uses it for "did you mean". The functions keep no state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"

namespace thresh {

// The number of letters that are left out, inserted, replaced or swapped with a neighbour between
// `a` and `b`, where no letter takes part twice (the restricted distance of Damerau 1964, "A
// technique for computer detection and correction of spelling errors"). Returns limit + 1 if the
// distance is larger than `limit`.
std::size_t EditDistance(std::u32string_view a, std::u32string_view b, std::size_t limit);

// The term at the smallest distance, which is at most 2, or 1 for words of fewer than six letters.
// Ties go to the term on the most pages. Only terms that begin with the first or the second letter
// of the word are looked at, and at most kMaxTermsSeen (prefix.h) for each. Returns an empty string
// if there is none, or if the word has digits, fewer than three letters, or letters outside the
// alphabets of Latin, Greek, Cyrillic and Armenian.
Result<std::string> NearestTerm(std::string_view word, const Index& index);

// The query's text with every unknown word replaced by its nearest term; the rest stays as it was
// typed. Empty if there is nothing to replace.
Result<std::string> CorrectedText(std::string_view text, const Query& query, const Index& index);

}  // namespace thresh
