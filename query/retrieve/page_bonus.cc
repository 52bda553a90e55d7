#include "query/retrieve/page_bonus.h"

#include <utility>

#include "common/graph/link_graph.h"
#include "query/retrieve/page_score.h"

namespace thresh {

PageBonus::PageBonus(Proximity proximity, const LengthsRecord& lengths,
                     const ScorerParameters& parameters)
    : proximity_(std::move(proximity)),
      lengths_(lengths),
      proximity_weight_(parameters.proximity),
      prior_weight_(lengths.priors.empty() ? 0 : parameters.prior),
      most_(proximity_weight_ * proximity_.most() + prior_weight_ * kMostPrior) {}

Result<PageBonus> PageBonus::Make(const Query& query, const Index& index,
                                  const CollectionStatistics& collection,
                                  const SearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(const ScorerInfo* scorer, FindScorer(options.model, options.variant));
  ScorerParameters parameters = options.parameters;
  if (!scorer->reads_bonus) parameters.proximity = parameters.prior = 0;
  const Query no_words;
  THRESH_ASSIGN_OR_RETURN(
      Proximity proximity,
      Proximity::Make(parameters.proximity > 0 ? query : no_words, index, collection, options));
  return PageBonus(std::move(proximity), index.lengths(), parameters);
}

BonusShares PageBonus::Of(DocId doc) {
  BonusShares shares;
  if (proximity_.most() > 0)
    shares.proximity = proximity_weight_ * proximity_.Of(doc, LengthOf(lengths_, doc));
  if (prior_weight_ > 0) shares.prior = prior_weight_ * lengths_.Prior(doc);
  return shares;
}

}  // namespace thresh
