// Rank puts a query, an index and a scorer together: it makes the cursors of the units and the
// filter, chooses an algorithm of AlgorithmTable, and returns its ranking. Searcher calls it for a
// store, and tests call it for indexes made by hand. The functions keep no state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/retrieve/cursor.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"
#include "query/retrieve/retrieval.h"
#include "query/retrieve/scorer.h"

namespace thresh {

inline constexpr std::size_t kMaxHits = 10000;

// Chooses an algorithm of AlgorithmTable by the length of the posting lists.
inline constexpr std::string_view kAutoAlgorithm = "auto";

struct SearchOptions {
  std::size_t n = 10;          // hits wanted, at most kMaxHits
  std::string model = "bm25";  // of ScorerTable
  std::string variant = {};    // empty: the model's first
  ScorerParameters parameters = {};
  FieldWeights weights = {};
  std::string algorithm = std::string(kAutoAlgorithm);
  double deadline_ms = 0;  // Searcher gives up a search that takes longer; 0: no deadline
};

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
