// Exhaustive retrieval: every page that matches is scored, the best n are kept in a bounded heap. The measure
// for every faster algorithm: same signature, same hits, same order, same scores.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/ids.h"
#include "common/schema.h"
#include "common/status.h"
#include "query/retrieve/cursor.h"
#include "query/retrieve/scorer.h"

namespace thresh {

struct Hit {
  DocId doc;
  double score = 0;
  friend bool operator==(const Hit&, const Hit&) = default;
};

// A unit of the query, ready to be walked and scored.
struct ScoredUnit {
  std::unique_ptr<Cursor> cursor;
  TermScorer scorer;
  bool must = false;
};

struct Ranking {
  std::vector<Hit> hits;      // best first; equal scores in the order of pages
  std::uint64_t matches = 0;  // pages that match, shown or not
};

// A page matches when it has every unit with `must`, or, where there is none, any unit. The score of a page
// is added up in the order of the units.
Result<Ranking> RetrieveExhaustive(std::vector<ScoredUnit> units, const LengthsRecord& lengths,
                                   std::size_t n);

}  // namespace thresh
