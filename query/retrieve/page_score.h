// What the algorithms of retrieval share: what a unit is worth on a page, and what is wrong with a
// list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "query/retrieve/retrieval.h"

namespace thresh {

// Sums of the same numbers in another order differ by far less than this part of them.
inline constexpr double kRounding = 1 + 1e-12;

// A page that has no word, and of which others speak, is as long as one word.
inline double LengthOf(const LengthsRecord& lengths, DocId doc) {
  return std::max(lengths.Total(doc), 1U);
}

// What a page is, whatever its units.
struct PageLength {
  double length = 0, tf_avg = 1;
  PageLength(const LengthsRecord& lengths, DocId doc)
      : length(LengthOf(lengths, doc)),
        tf_avg(length / std::max(lengths.distinct[doc.value], 1u)) {}
};

// The cursor stands on the page.
inline double ScoreOf(const ScoredUnit& unit, const PageLength& page) {
  return unit.scorer({.tf = unit.cursor->tf(), .length = page.length, .tf_avg = page.tf_avg});
}

inline Status CheckPage(std::uint32_t doc, const LengthsRecord& lengths) {
  if (doc < lengths.docs()) return {};
  return Status(Code::kUnusable, "the store is damaged: a list names page " + std::to_string(doc) +
                                     " of " + std::to_string(lengths.docs()) +
                                     "; run thresh-index verify");
}

// A damaged list ends early.
inline Status CheckLists(const std::vector<ScoredUnit>& units, const Cursor* filter) {
  for (const ScoredUnit& unit : units) THRESH_RETURN_IF_ERROR(unit.cursor->status());
  return filter == nullptr ? Status() : filter->status();
}

}  // namespace thresh
