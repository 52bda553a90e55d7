// Spelling: for a word that no page has, the nearest word of the index's dictionary.
// Searcher::Correct uses it for "did you mean". The functions keep no state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"

namespace thresh {

// The number of letters that are left out, inserted, replaced or swapped with a neighbour between
// `a` and `b`, where no letter takes part twice (the restricted distance of Damerau 1964, "A
// technique for computer detection and correction of spelling errors"). Returns limit + 1 if the
// distance is larger than `limit`.
std::size_t EditDistance(std::u32string_view a, std::u32string_view b, std::size_t limit);

// The distance at which a word is still taken for another: two changes turn a short word into too
// many unrelated ones, and one change does so with a word of two letters.
std::size_t SpellingDistance(std::size_t letters);
// What a misspelt word may begin with: its first letter, and its second one, because the first may
// be too many, or swapped with the second. Other first letters would mean the whole dictionary.
std::vector<std::string> SpellingBeginnings(std::string_view word);

// The term at the smallest distance, SpellingDistance at most, and 1 for words of less than eight
// letters: a suggestion must not be odd. Ties go to the term on the most pages. Only terms with one
// of SpellingBeginnings are looked at, and at most kMaxTermsSeen (pattern.h) for each. Returns an
// empty string if there is none, or if the word has digits, fewer than three letters, or letters
// outside the alphabets of Latin, Greek, Cyrillic and Armenian.
Result<std::string> NearestTerm(std::string_view word, const Index& index);

// The query's text with every unknown word replaced by its nearest term; the rest stays as it was
// typed. Empty if there is nothing to replace.
Result<std::string> CorrectedText(std::string_view text, const Query& query, const Index& index);

}  // namespace thresh
