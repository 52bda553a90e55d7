#include "indexer/build/site_numbers.h"

#include <utility>

namespace thresh {

SiteNumbers::SiteNumbers(std::vector<std::string> before)
    : sites_(std::move(before)), here_(sites_.size()), is_here_(sites_.size(), false) {
  for (std::size_t i = 0; i < sites_.size(); ++i) numbers_.emplace(sites_[i], i);
}

void SiteNumbers::Add(const std::string& site) {
  const auto [at, is_new] = numbers_.try_emplace(site, sites_.size());
  if (is_new) {
    sites_.push_back(site);
    here_.emplace_back();
    is_here_.push_back(false);
  }
  if (is_here_[at->second]) return;
  is_here_[at->second] = true;
  here_[at->second] = SiteId(count_here_++);
}

Status SiteNumbers::Translate(Strikes* strikes) const {
  for (FoundTemplate& found : strikes->templates) {
    if (found.site.value >= here_.size() || !is_here_[found.site.value])
      return Status(Code::kUnusable,
                    "the detector's state is damaged: it knows a site that no page is of");
    found.site = here_[found.site.value];
  }
  return {};
}

}  // namespace thresh
