// PageBonus: what a page scores beside the units of the query, as the parameters `proximity`,
// `prior` and `named` ask for. TopHits adds it to the scores that the algorithms of retrieval
// offer, so that no algorithm knows of it: for an algorithm, the threshold is lower by the largest
// bonus. Of pages that are named as the query says no algorithm knows at all: Rank scores these few
// before the others. A search owns one. Not thread-safe.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "common/base/status.h"
#include "common/graph/link_graph.h"
#include "query/retrieve/proximity.h"

namespace thresh {

class PageBonus {
 public:
  // No bonus unless the scorer reads these parameters. `index` and `options` must outlive this.
  // Errors as in Rank.
  static Result<PageBonus> Make(const Query& query, const Index& index,
                                const CollectionStatistics& collection,
                                const SearchOptions& options);

  // REQUIRES: the index has the page.
  BonusShares Of(DocId doc);
  // Nothing if the page certainly has less than `least`, by far more than sums are rounded.
  // REQUIRES: the page is none of `named`.
  std::optional<BonusShares> AtLeast(DocId doc, double least);
  // The pages that the query names, ascending.
  const std::vector<DocId>& named() const { return named_; }
  bool IsNamed(DocId doc) const {
    return !named_.empty() && std::binary_search(named_.begin(), named_.end(), doc);
  }
  double most() const { return most_; }  // no page that is not named has more
  // The same in its two parts: bounds of the nearness of words, and the prior of a page.
  const NearBounds& near() const { return near_; }
  double prior_weight() const { return prior_weight_; }
  double most_prior() const { return prior_weight_ * kMostPrior; }
  // kUnusable if a posting list turned out to be damaged.
  Status status() const { return proximity_.status(); }

 private:
  PageBonus(Proximity proximity, const LengthsRecord& lengths, const ScorerParameters& parameters,
            std::vector<DocId> named, double named_weight);

  Proximity proximity_;
  const LengthsRecord& lengths_;
  double proximity_weight_, prior_weight_;
  std::vector<DocId> named_;
  double named_weight_;
  NearBounds near_;
  double most_;
};

}  // namespace thresh
