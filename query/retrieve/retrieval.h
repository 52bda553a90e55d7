// Retrieval: the best n pages for the units of a query. Every algorithm has the same signature and
// gives the same hits, in the same order, with the same scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/schema.h"
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
  bool more = false;          // pages were skipped unseen: there may be more than `matches`
};

// `filter`: a cursor of its own over the pages that match; null: a page matches when it has any
// unit. The score of a page is added up in the order of the units. The hits are the best `n` pages.
// kUnusable: a damaged list.
using Retrieval = Result<Ranking>(std::vector<ScoredUnit> units, Cursor* filter,
                                  const LengthsRecord& lengths, std::size_t n);

// Every page that matches is scored: the measure for the others.
Retrieval RetrieveExhaustive;
// Turtle and Flood 1995, "Query evaluation: strategies and optimizations": pages that have only
// units which cannot reach the n best together, by the bounds of their lists, are not looked at.
Retrieval RetrieveMaxScore;
// The same by the bounds of blocks, stretch of pages by stretch, and whole stretches are stepped
// over (Ding and Suel 2011, "Faster top-k document retrieval using block-max indexes"; Dimopoulos,
// Nepomnyachiy and Suel 2013, "Optimizing top-k document retrieval strategies for block-max
// indexes").
Retrieval RetrieveBlockMax;

struct AlgorithmInfo {
  std::string_view name;
  std::string_view help;  // one line
  Retrieval* retrieve;
};

std::span<const AlgorithmInfo> AlgorithmTable();
// kUsage names what there is.
Result<const AlgorithmInfo*> FindAlgorithm(std::string_view name);

}  // namespace thresh
