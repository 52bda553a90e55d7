// Which pages match, one after the other, for the algorithms that look at all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "query/retrieve/page_score.h"
#include "query/retrieve/retrieval.h"
#include "query/retrieve/top_hits.h"

namespace thresh {

// What every match has: the required units and the filter. Empty if any unit makes a match.
inline std::vector<Cursor*> RequiredOf(std::vector<ScoredUnit>& units, Cursor* filter) {
  std::vector<Cursor*> required;
  for (ScoredUnit& unit : units) {
    if (unit.required) required.push_back(unit.cursor.get());
  }
  if (filter != nullptr) required.push_back(filter);
  return required;
}

// The smallest page from `doc` on that matches. Each required cursor in turn seeks the largest page
// so far.
inline std::uint32_t NextMatch(std::vector<ScoredUnit>& units, const std::vector<Cursor*>& required,
                               std::uint32_t doc) {
  if (!required.empty()) {
    for (std::size_t agreed = 0, at = 0; agreed < required.size() && doc != Cursor::kEnd;
         at = (at + 1) % required.size()) {
      required[at]->SeekTo(doc);
      agreed = required[at]->doc() == doc ? agreed + 1 : 1;
      doc = required[at]->doc();
    }
    return doc;
  }
  std::uint32_t smallest = Cursor::kEnd;
  for (ScoredUnit& unit : units) {
    unit.cursor->SeekTo(doc);
    smallest = std::min(smallest, unit.cursor->doc());
  }
  return smallest;
}

// Calls `visit` for each match, when all cursors have gone to it or behind it.
template <typename Visit>
Status VisitMatches(std::vector<ScoredUnit>& units, Cursor* filter, const LengthsRecord& lengths,
                    TopHits* top, Visit visit) {
  const std::vector<Cursor*> required = RequiredOf(units, filter);
  for (std::uint32_t doc = NextMatch(units, required, 0); doc != Cursor::kEnd;
       doc = NextMatch(units, required, doc + 1)) {
    THRESH_RETURN_IF_ERROR(CheckPage(doc, lengths));
    if (!top->IsLive(doc)) continue;
    visit(DocId(doc));
  }
  return CheckLists(units, filter);
}

}  // namespace thresh
