// Retrieval: the best n pages for the units of a query. AlgorithmTable has a row for each
// algorithm; all rows have the same signature and give the same hits, in the same order, with the
// same scores. Rank (rank.h) chooses one and calls it. The functions keep no state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "query/retrieve/cursor.h"
#include "query/retrieve/ranking.h"
#include "query/retrieve/scorer.h"

namespace thresh {

// A unit of the query that is ready to be walked and scored. The cursor is on its first page.
struct ScoredUnit {
  std::unique_ptr<Cursor> cursor;
  TermScorer scorer;
  std::uint64_t df = 0;   // of the whole index
  bool required = false;  // a page without it does not match
};

class TopHits;

// Offers to `top` every page that may be among the best, and adds what was counted to `counted`. An
// index of several segments is searched segment by segment, with one `top` for all of them.
//
// A page matches if it has all required units and `filter`, a cursor that shares no state with the
// units, has it too. Without a filter and required units a page matches if it has any unit. Scores
// are added up in the order of the units, so that every algorithm rounds alike. kUnusable if a
// posting list is damaged.
struct MatchCount {
  std::uint64_t matches = 0;  // pages that match
  bool more = false;          // there may be more
};
using Retrieval = Status(std::vector<ScoredUnit> units, Cursor* filter,
                         const LengthsRecord& lengths, TopHits* top, MatchCount* counted);

// Scores every page that matches. The other algorithms are tested against it.
Retrieval RetrieveExhaustive;
// The same, but finds what pages score beside the units (page_bonus.h) only where that may put them
// among the best. The choice of `auto` for few postings.
Retrieval RetrieveFew;
// Turtle and Flood 1995, "Query evaluation: strategies and optimizations": the bound of a whole
// posting list shows which units cannot lift a page among the n best, even together. Pages that
// have only such units are skipped.
Retrieval RetrieveMaxScore;
// MaxScore with the bounds of blocks, one stretch of pages after the other. A stretch whose bounds
// are too small is skipped as a whole (Ding and Suel 2011, "Faster top-k document retrieval using
// block-max indexes"; Dimopoulos, Nepomnyachiy and Suel 2013, "Optimizing top-k document retrieval
// strategies for block-max indexes").
Retrieval RetrieveBlockMax;

struct AlgorithmInfo {
  std::string_view name;
  std::string_view help;  // one line
  bool skips;             // pages that cannot be among the best are left out, and not counted
  Retrieval* retrieve;
};

std::span<const AlgorithmInfo> AlgorithmTable();
// kUsage if no row has this name; the message lists the names.
Result<const AlgorithmInfo*> FindAlgorithm(std::string_view name);

}  // namespace thresh
