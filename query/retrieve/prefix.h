// Prefixes: a unit `word*` stands for the terms that begin with the word, at most the kMaxExpansion
// that are on the most pages. It is matched at once, like a phrase, so that its df is exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/cursor.h"
#include "query/retrieve/phrase.h"

namespace thresh {

inline constexpr std::size_t kMaxExpansion = 1000;
// Terms that are looked at for one prefix; those behind them in byte order are not found.
inline constexpr std::uint64_t kMaxTermsSeen = 200000;

struct Expansion {
  std::vector<std::string> terms;  // ascending
  std::uint64_t seen = 0;          // terms that begin with the prefix, up to kMaxTermsSeen
  bool cut() const { return seen > terms.size(); }
};

Result<Expansion> ExpandPrefix(std::string_view prefix, const Index& index);

// The pages that have any of the terms, ascending; tf is the sum over terms and fields.
Result<std::vector<PhraseMatch>> MatchTerms(const std::vector<std::string>& terms,
                                            const Index& index, const FieldWeights& weights);

}  // namespace thresh
