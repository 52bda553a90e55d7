#include "query/retrieve/page_bonus.h"

#include <limits>
#include <utility>

#include "query/retrieve/page_score.h"

namespace thresh {

PageBonus::PageBonus(Proximity proximity, const LengthsRecord& lengths,
                     const ScorerParameters& parameters, std::vector<DocId> named,
                     double named_weight)
    : proximity_(std::move(proximity)),
      lengths_(lengths),
      proximity_weight_(parameters.proximity),
      prior_weight_(lengths.priors.empty() ? 0 : parameters.prior),
      named_(std::move(named)),
      named_weight_(named_weight),
      near_(proximity_.Bounds(proximity_weight_)),
      most_(proximity_weight_ * proximity_.most() + prior_weight_ * kMostPrior) {}

Result<PageBonus> PageBonus::Make(const Query& query, const Index& index,
                                  const CollectionStatistics& collection,
                                  const SearchOptions& options) {
  THRESH_ASSIGN_OR_RETURN(const ScorerInfo* scorer, FindScorer(options.model, options.variant));
  ScorerParameters parameters = options.parameters;
  if (!scorer->reads_bonus) parameters.proximity = parameters.prior = parameters.named = 0;
  const Query no_words;
  THRESH_ASSIGN_OR_RETURN(
      Proximity proximity,
      Proximity::Make(parameters.proximity > 0 ? query : no_words, index, collection, options));
  std::vector<DocId> named;
  if (parameters.named > 0 && query.name.words > 0) {
    THRESH_ASSIGN_OR_RETURN(named, index.Named(query.name.hash));
  }
  return PageBonus(std::move(proximity), index.lengths(), parameters, std::move(named),
                   parameters.named * query.name.words);
}

BonusShares PageBonus::Of(DocId doc) {
  BonusShares shares = *AtLeast(doc, -std::numeric_limits<double>::infinity());
  if (IsNamed(doc)) shares.named = named_weight_;
  return shares;
}

// The prior is a look into memory, so it comes first.
std::optional<BonusShares> PageBonus::AtLeast(DocId doc, double least) {
  BonusShares shares;
  if (prior_weight_ > 0) shares.prior = prior_weight_ * lengths_.Prior(doc);
  if (proximity_.most() > 0) {
    const double rest = (least - shares.prior) / proximity_weight_;
    if (proximity_.most() < rest) return std::nullopt;
    const std::optional<double> found = proximity_.Of(doc, LengthOf(lengths_, doc), rest);
    if (!found) return std::nullopt;
    shares.proximity = proximity_weight_ * *found;
  }
  return shares;
}

}  // namespace thresh
