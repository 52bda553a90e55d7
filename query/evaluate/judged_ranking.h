// JudgedRanking: what a system found for one topic, with the grade of every page in place of its
// name. All that a measure sees.
#pragma once

#include <cstddef>
#include <vector>

#include "query/evaluate/qrels.h"
#include "query/evaluate/trec_run.h"

namespace thresh {

struct JudgedRanking {
  static constexpr int kNotInPool = -1;
  static constexpr int kUnjudged = -2;  // in the pool, but nobody looked

  std::vector<int> grades;          // by rank: a grade from 0, or one of the two above
  std::vector<std::size_t> levels;  // judged pages of each grade, found or not; [grade]
  int relevant_from = 1;            // the least grade that counts as relevant
  int highest_grade = 1;            // of all judgments of all topics
  std::size_t relevant = 0;
  std::size_t relevant_found = 0;

  bool IsRelevant(std::size_t rank) const { return grades[rank] >= relevant_from; }
  std::size_t found() const { return grades.size(); }
};

struct JudgingOptions {
  int relevant_from = 1;                // -l
  std::size_t depth = ~std::size_t{0};  // -M: ranks that count
};

// `hits` in the order of SortHits.
JudgedRanking Judge(const std::vector<RunHit>& hits, const Judgments& judgments, int highest_grade,
                    const JudgingOptions& options);

}  // namespace thresh
