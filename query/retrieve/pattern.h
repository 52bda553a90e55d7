// Patterns: a unit `sour*`, `so*ce` or `sauce~` stands for the terms that it matches. At most the
// kMaxExpansion terms with the most pages are used. All pages are found at once, as for a phrase,
// so that the df of the unit is exact. A TermPattern is a plain value; any thread may read it.
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
// At most this many terms are looked at for one beginning of a pattern. Terms after them, in byte
// order, are not found.
inline constexpr std::uint64_t kMaxTermsSeen = 200000;

class TermPattern {
 public:
  // The pattern as the query language writes it. "so*ce": each * stands for any letters, also for
  // none. "sauce~1": terms at a distance of one letter (EditDistance); without a number, at the
  // distance that spelling allows. The letters are folded, and a pattern with a * has at least one
  // letter before it. Neither * nor ~ is part of any term.
  explicit TermPattern(std::string_view text);

  bool Matches(std::string_view term) const;
  // Every term that matches begins with one of these, and with one only. A fuzzy word begins with
  // its first or its second letter, since letters may be lost or swapped there.
  const std::vector<std::string>& beginnings() const { return beginnings_; }

 private:
  bool MatchesPieces(std::string_view term) const;

  std::vector<std::string> beginnings_;
  std::vector<std::string> pieces_;  // what stands around each *; empty for a fuzzy word
  std::u32string letters_;           // of a fuzzy word
  std::size_t distance_ = 0;
};

struct Expansion {
  std::vector<std::string> terms;  // ascending
  std::uint64_t seen = 0;          // terms that match, of those that were looked at
  bool all = true;                 // every term of the index that could match was looked at
  bool cut() const { return !all || seen > terms.size(); }
};

Result<Expansion> ExpandPattern(const TermPattern& pattern, const Index& index);

// The pages that have any of the terms, ascending. tf is the sum over terms and fields. kUnusable
// if a posting list is damaged.
Result<std::vector<PageTf>> MatchTerms(const std::vector<std::string>& terms, const Index& index,
                                       const FieldWeights& weights);

}  // namespace thresh
