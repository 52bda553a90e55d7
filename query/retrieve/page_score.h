// What the algorithms of retrieval share: the score of a unit on a page, and the checks for damaged
// lists.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "query/retrieve/retrieval.h"

namespace thresh {

// The same numbers added up in another order differ by far less than this factor.
inline constexpr double kRounding = 1 + 1e-12;

inline double LengthOf(const LengthsRecord& lengths, DocId doc) { return lengths.Length(doc); }

// What the formulas read of a page, the same for all units.
struct PageLength {
  double length = 0, tf_avg = 1;
  PageLength(const LengthsRecord& lengths, DocId doc)
      : length(LengthOf(lengths, doc)), tf_avg(length / lengths.Distinct(doc)) {}
};

// REQUIRES: the unit's cursor is on the page.
inline double ScoreOf(const ScoredUnit& unit, const PageLength& page) {
  return unit.scorer({.tf = unit.cursor->tf(), .length = page.length, .tf_avg = page.tf_avg});
}

// The score of a page, without the bonus. Adds up in the order of the query, as all algorithms do,
// so that their scores agree to the last bit.
inline double ScorePage(std::vector<ScoredUnit>& units, DocId doc, const LengthsRecord& lengths) {
  const PageLength page(lengths, doc);
  double score = 0;
  for (ScoredUnit& unit : units) {
    unit.cursor->SeekTo(doc.value);
    score +=
        unit.cursor->doc() == doc.value ? ScoreOf(unit, page) : unit.scorer.Absent(page.length);
  }
  return score;
}

// kUnusable if the index has no such page.
inline Status CheckPage(std::uint32_t doc, const LengthsRecord& lengths) {
  if (doc < lengths.docs()) return {};
  return Status(Code::kUnusable, "the store is damaged: a posting list refers to page " +
                                     std::to_string(doc) + ", but there are only " +
                                     std::to_string(lengths.docs()) + "; run thresh-index verify");
}

// A damaged list looks as if it ended early: only its status tells.
inline Status CheckLists(const std::vector<ScoredUnit>& units, const Cursor* filter) {
  for (const ScoredUnit& unit : units) THRESH_RETURN_IF_ERROR(unit.cursor->status());
  return filter == nullptr ? Status() : filter->status();
}

}  // namespace thresh
