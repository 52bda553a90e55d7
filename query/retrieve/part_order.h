// Which parts of an index a search goes through, and in which order: those that may have a match,
// the one with the best pages first, as its hits rule out most of the others. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "query/retrieve/cursor.h"
#include "query/retrieve/page_bonus.h"
#include "query/retrieve/query.h"
#include "query/retrieve/scorer.h"
#include "query/retrieve/top_hits.h"

namespace thresh {

// A unit that is scored, in every part of the index.
struct ScoredPartUnit {
  PartUnit unit;
  TermScorer scorer;
  bool required = false;
};

struct BoundedPart {
  std::uint32_t number = 0;
  double bound = 0;  // more than any of its pages scores, near words and prior included
};

// `units` are in the order of the query, `bonus` may be null. Unless parts are `bounded`, they come
// in the order of their numbers.
std::vector<BoundedPart> OrderParts(const Query& query, const std::vector<ScoredPartUnit>& units,
                                    const PageBonus* bonus, std::size_t parts, bool bounded);

// Whether no page of the part can be among the best.
bool IsTooWeak(const BoundedPart& part, const Query& query, const TopHits& top);

}  // namespace thresh
