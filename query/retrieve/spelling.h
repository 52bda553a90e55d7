// Spelling: for a word that stands nowhere, the nearest word of the dictionary.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "common/base/status.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"

namespace thresh {

// Letters left out, put in, taken for another, or two neighbours swapped, none twice (the
// restricted distance of Damerau 1964, "A technique for computer detection and correction of
// spelling errors"): more than `limit` is told as limit + 1.
std::size_t EditDistance(std::u32string_view a, std::u32string_view b, std::size_t limit);

// The term at the smallest distance, at most 2, or 1 for words of less than six letters; the one on
// the most pages of those. Looked at are terms that begin with the first or the second letter of
// the word: a bounded number. Empty: none, or the word is no word of letters (of three or more of
// an alphabet; Han, kana and others without blanks between words have no spelling in this sense).
Result<std::string> NearestTerm(std::string_view word, const Index& index);

// The query's text with such words in place of those that stand nowhere; empty where there is
// nothing to say.
Result<std::string> CorrectedText(std::string_view text, const Query& query, const Index& index);

}  // namespace thresh
