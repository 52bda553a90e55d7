// Rank puts a query, an index and a scorer together: it makes the cursors of the units and the
// filter, chooses an algorithm of AlgorithmTable, and returns its ranking. Searcher calls it for a
// store, and tests call it for indexes made by hand. The functions keep no state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"
#include "query/retrieve/ranking.h"
#include "query/retrieve/retrieval.h"
#include "query/retrieve/scorer.h"

namespace thresh {

// Ranks the pages of an index. A query whose units no page has gives an empty ranking, which is no
// error. kUsage for an unknown scorer or algorithm, a parameter out of range, or more than
// kMaxHits. kUnusable for a damaged list.
Result<Ranking> Rank(const Query& query, const Index& index, const CollectionStatistics& collection,
                     const SearchOptions& options);

// A unit of the query that is scored, with its statistics. The query must outlive it.
struct RankedUnit {
  const QueryUnit* unit = nullptr;
  TermStatistics term;
  ScoredUnit scored;
};
// The units of the query that have a frequency, in the order of the query. Errors as in Rank.
Result<std::vector<RankedUnit>> MakeUnits(const Query& query, const Index& index,
                                          const CollectionStatistics& collection,
                                          const SearchOptions& options);

// The number of pages of an index and their average length. Reads all lengths: call it once for an
// index, not for each query.
CollectionStatistics CountCollection(const LengthsRecord& lengths);

}  // namespace thresh
