// ExplainScore: the score of one page, unit by unit, for `search --explain-score` and the views of
// the browser. It computes with the same cursors and formulas as Rank.
#pragma once

#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "query/retrieve/query.h"
#include "query/retrieve/ranking.h"
#include "query/retrieve/scorer.h"

namespace thresh {

class Index;

// What one unit of the query adds to the score of a page.
struct ScoreShare {
  QueryUnit unit;
  TermStatistics term = {};    // df, cf and frequency in the query
  Occurrence occurrence = {};  // tf is 0 if the page lacks the unit
  // The score of one occurrence on a page of average length. In a model with an idf this is the idf
  // times the frequency in the query. 0 if no page has the unit.
  double idf = 0;
  double score = 0;
};

struct ScoreExplanation {
  std::vector<ScoreShare> shares;  // in the order of the query
  double score = 0;                // their sum with the bonus, bit for bit the score of the hit
  BonusShares bonus = {};          // of the page, beside its units
};

// Errors as in Rank. REQUIRES: the index has the page.
Result<ScoreExplanation> ExplainScore(const Query& query, DocId doc, const Index& index,
                                      const CollectionStatistics& collection,
                                      const SearchOptions& options);

}  // namespace thresh
