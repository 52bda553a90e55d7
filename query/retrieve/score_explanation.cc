#include "query/retrieve/score_explanation.h"

#include "query/retrieve/page_bonus.h"
#include "query/retrieve/page_score.h"
#include "query/retrieve/rank.h"

namespace thresh {

Result<ScoreExplanation> ExplainScore(const Query& query, DocId doc, const Index& index,
                                      const CollectionStatistics& collection,
                                      const SearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(std::vector<RankedUnit> units,
                          MakeUnits(query, index, collection, options));
  const PageLength page(index.lengths(), doc);
  ScoreExplanation explanation;
  for (RankedUnit& unit : units) {
    Cursor& cursor = *unit.scored.cursor;
    cursor.SeekTo(doc.value);
    THRESH_RETURN_IF_ERROR(cursor.status());
    const bool has = cursor.doc() == doc.value;
    ScoreShare share{
        .unit = *unit.unit,
        .term = unit.term,
        .occurrence = {.tf = has ? cursor.tf() : 0, .length = page.length, .tf_avg = page.tf_avg}};
    // The model's own formula for one occurrence on a page of average length. Models without an
    // idf then need no second formula. With a df of 0 the formulas would divide by 0.
    share.idf =
        unit.term.df == 0 ? 0 : unit.scored.scorer({.tf = 1, .length = collection.average_length});
    share.score = has ? ScoreOf(unit.scored, page) : unit.scored.scorer.Absent(page.length);
    explanation.score += share.score;
    explanation.shares.push_back(std::move(share));
  }
  THRESH_ASSIGN_OR_RETURN(PageBonus bonus, PageBonus::Make(query, index, collection, options));
  explanation.bonus = bonus.Of(doc);
  THRESH_RETURN_IF_ERROR(bonus.status());
  explanation.score += explanation.bonus.sum();
  return explanation;
}

}  // namespace thresh
