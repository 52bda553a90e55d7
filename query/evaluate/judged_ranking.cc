#include "query/evaluate/judged_ranking.h"

#include <algorithm>

namespace thresh {
namespace {

// A negative grade in the judgments marks a page of the pool that nobody judged. infAP tells these
// pages from pages outside the pool.
int GradeOf(const std::string& docno, const Judgments& judgments) {
  const auto judged = judgments.find(docno);
  if (judged == judgments.end()) return JudgedRanking::kNotInPool;
  return judged->second < 0 ? JudgedRanking::kUnjudged : judged->second;
}

}  // namespace

JudgedRanking Judge(const std::vector<TrecHit>& hits, const Judgments& judgments, int highest_grade,
                    const JudgingOptions& options) {
  JudgedRanking out;
  out.relevant_from = options.relevant_from;
  out.highest_grade =
      options.highest_grade > 0 ? options.highest_grade : std::max(highest_grade, 1);
  out.collection = options.collection;
  for (const auto& [docno, grade] : judgments) {
    if (grade < 0) continue;
    const auto level = static_cast<std::size_t>(grade);
    if (level >= out.levels.size()) out.levels.resize(level + 1);
    ++out.levels[level];
    if (grade >= out.relevant_from) ++out.relevant;
  }
  // The depth cuts what was found, never the number of relevant pages.
  for (const TrecHit& hit : hits) {
    if (out.found() >= options.depth) break;
    const int grade = GradeOf(hit.docno, judgments);
    if (options.judged_only && grade < 0) continue;
    out.grades.push_back(grade);
    if (grade >= out.relevant_from) ++out.relevant_found;
  }
  return out;
}

}  // namespace thresh
