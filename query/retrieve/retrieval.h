// Retrieval: the best n pages for the units of a query. Every algorithm has the same signature and gives the
// same hits, in the same order, with the same scores.
#pragma once

#include <cstddef>
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
};

struct Ranking {
  std::vector<Hit> hits;      // best first; equal scores in the order of pages
  std::uint64_t matches = 0;  // pages that match, shown or not
};

// `filter`: a cursor of its own over the pages that match; null: a page matches when it has any unit. The
// score of a page is added up in the order of the units, over those that it has: 0 when the filter lets a
// page in that has none. kUnusable: a damaged list.
//
// Exhaustive: every page that matches is scored, the best n are kept in a bounded heap.
Result<Ranking> RetrieveExhaustive(std::vector<ScoredUnit> units, Cursor* filter,
                                   const LengthsRecord& lengths, std::size_t n);

}  // namespace thresh
