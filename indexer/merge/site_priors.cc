#include "indexer/merge/site_priors.h"

#include <utility>

#include "common/store/schema.h"

namespace thresh {

void SitePriors::Add(DocId doc, SiteId site, std::span<const DocId> targets) {
  if (graph_.pages() > 0 && site != site_) EndSite();
  if (graph_.pages() == 0) first_ = doc.value;
  site_ = site;
  numbers_.clear();
  for (const DocId target : targets) numbers_.push_back(target.value - first_);
  if (graph_.edges() + numbers_.size() > kMostLinks) {
    dropped_ += numbers_.size();
    numbers_.clear();
  }
  graph_.AddPage(numbers_);
}

void SitePriors::EndSite() {
  const std::size_t pages = graph_.pages();
  // Without a link all pages are alike.
  std::vector<double> ranks(pages, 1 / static_cast<double>(pages));
  if (graph_.edges() > 0) ranks = PageRanks(graph_);
  for (const double rank : ranks)
    priors_.push_back(LengthsRecord::StoredPrior(PriorOf(rank, pages)));
  graph_.Clear();
}

std::vector<std::uint32_t> SitePriors::Take() {
  if (graph_.pages() > 0) EndSite();
  graph_ = {};
  return std::move(priors_);
}

}  // namespace thresh
