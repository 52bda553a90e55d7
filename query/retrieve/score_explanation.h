// A score, term by term.
#pragma once

#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "query/retrieve/rank.h"

namespace thresh {

// What one unit of the query adds to the score of a page.
struct ScoreShare {
  QueryUnit unit;
  TermStatistics term = {};    // df, cf and how often the query has it
  Occurrence occurrence = {};  // tf is 0 where the page has not got it
  // What one occurrence on a page of average length is worth: in models with an idf, that times the
  // frequency in the query.
  double idf = 0;
  double score = 0;
};

struct ScoreExplanation {
  std::vector<ScoreShare> shares;  // in the order of the query
  double score = 0;                // their sum, exactly that of a hit
};

Result<ScoreExplanation> ExplainScore(const Query& query, DocId doc, const Index& index,
                                      const CollectionStatistics& collection,
                                      const SearchOptions& options);

}  // namespace thresh
