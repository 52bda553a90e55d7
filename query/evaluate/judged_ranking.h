// JudgedRanking: what a system found for one topic, with the grade of every page instead of its
// docno. It is all that a measure sees. Evaluate makes one for each topic.
#pragma once

#include <cstddef>
#include <vector>

#include "query/evaluate/preferences.h"
#include "query/evaluate/qrels.h"
#include "query/evaluate/trec_run.h"

namespace thresh {

struct JudgedRanking {
  static constexpr int kNotInPool = -1;
  static constexpr int kUnjudged = -2;  // in the pool, but not judged

  std::vector<int> grades;          // by rank: a grade from 0, or one of the two above
  std::vector<std::size_t> levels;  // [grade]: judged pages with this grade, found or not
  int relevant_from = 1;            // the lowest grade that counts as relevant
  int highest_grade = 1;            // of all judgments of all topics
  std::size_t relevant = 0;         // relevant pages, found or not
  std::size_t relevant_found = 0;
  std::size_t collection = 0;     // pages that could have been found; 0: unknown
  JudgedPreferences preferences;  // without groups if nothing is preferred to anything

  bool IsRelevant(std::size_t rank) const { return grades[rank] >= relevant_from; }
  std::size_t found() const { return grades.size(); }
};

struct JudgingOptions {
  int relevant_from = 1;                // --level
  std::size_t depth = ~std::size_t{0};  // --depth: only the first ranks count
  bool judged_only = false;             // --judged-only: other pages are not found at all
  std::size_t collection = 0;           // --collection: pages that could have been found
  int highest_grade = 0;                // --highest-grade; 0: that of the judgments
};

// `hits` must be in the order of SortHits.
JudgedRanking Judge(const std::vector<TrecHit>& hits, const Judgments& judgments, int highest_grade,
                    const JudgingOptions& options);

}  // namespace thresh
