// Prefixes: a unit `word*` stands for the terms that begin with the word. At most the kMaxExpansion
// terms with the most pages are used. All pages are found at once, as for a phrase, so that the df
// of the unit is exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/cursor.h"

namespace thresh {

inline constexpr std::size_t kMaxExpansion = 1000;
// At most this many terms are looked at for one prefix. Terms after them, in byte order, are not
// found.
inline constexpr std::uint64_t kMaxTermsSeen = 200000;

struct Expansion {
  std::vector<std::string> terms;  // ascending
  std::uint64_t seen = 0;          // terms that begin with the prefix, up to kMaxTermsSeen
  bool cut() const { return seen > terms.size(); }
};

Result<Expansion> ExpandPrefix(std::string_view prefix, const Index& index);

// The pages that have any of the terms, ascending. tf is the sum over terms and fields. kUnusable
// if a posting list is damaged.
Result<std::vector<PageTf>> MatchTerms(const std::vector<std::string>& terms, const Index& index,
                                       const FieldWeights& weights);

}  // namespace thresh
