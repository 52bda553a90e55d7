// Query: what somebody typed, cut exactly as a page was cut.
//
//   word         pages that have it score higher; with only such words a page needs any one of them (OR)
//   +word        the page must have it
//   "a phrase"   one unit: its words, one after the other in one field; +"a phrase" must stand on the page
//
// A `+` has its meaning in front of a word or a quote only. A word that the analyzer cuts in several is
// several words. Stop words find nothing and are left out, but keep their place within a phrase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/analyzer.h"
#include "common/status.h"

namespace thresh {

inline constexpr std::size_t kMaxQueryBytes = 1024;
inline constexpr std::size_t kMaxQueryTerms = 64;

// A word, or a phrase where it has several.
struct QueryUnit {
  struct Word {
    std::string term;
    std::uint32_t place = 0;  // in the phrase, from 0; stop words leave gaps
    friend bool operator==(const Word&, const Word&) = default;
  };
  std::vector<Word> words;
  bool must = false;
  std::uint32_t frequency = 1;  // how often it stands in the query
  friend bool operator==(const QueryUnit&, const QueryUnit&) = default;
};

struct Query {
  std::vector<QueryUnit> units;  // distinct, in the order of first appearance; never empty
};

// kUsage, with the place of the mistake (in characters from 1): an open quote, a + without a word, no word at
// all, more than kMaxQueryBytes or kMaxQueryTerms, bytes that are not UTF-8.
Result<Query> ParseQuery(std::string_view text, Analyzer& analyzer);

}  // namespace thresh
