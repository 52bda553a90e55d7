// Rank: a query, an index and a scorer put together.
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

// An algorithm of AlgorithmTable by the length of the lists.
inline constexpr std::string_view kAutoAlgorithm = "auto";

struct SearchOptions {
  std::size_t n = 10;          // hits wanted, at most kMaxHits
  std::string model = "bm25";  // of ScorerTable
  std::string variant = {};    // empty: the model's first
  ScorerParameters parameters = {};
  FieldWeights weights = {};
  std::string algorithm = std::string(kAutoAlgorithm);
  double deadline_ms = 0;  // a search that takes longer is given up; 0: none
};

// Ranks the pages of any index. kUsage: no such scorer or algorithm, a parameter out of range, more
// than kMaxHits wanted.
Result<Ranking> Rank(const Query& query, const Index& index, const CollectionStatistics& collection,
                     const SearchOptions& options);
// A unit of the query that is scored, with its statistics. The query must outlive it.
struct RankedUnit {
  const QueryUnit* unit = nullptr;
  TermStatistics term;
  ScoredUnit scored;
};
Result<std::vector<RankedUnit>> MakeUnits(const Query& query, const Index& index,
                                          const CollectionStatistics& collection,
                                          const SearchOptions& options);
// N and the average length of an index.
CollectionStatistics CountCollection(const LengthsRecord& lengths);

}  // namespace thresh
