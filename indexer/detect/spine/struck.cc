#include "indexer/detect/spine/struck.h"

namespace thresh::spine {

SiteStrikes::SiteStrikes(const Site& site, SiteId id, Strikes* strikes)
    : site_(site),
      id_(id),
      strikes_(*strikes),
      found_(site.log().all_texts()),
      scores_(site.log().all_texts()) {}

void SiteStrikes::Add(const SitePage& page, std::uint32_t text, TemplateId found,
                      std::uint8_t score) {
  if (Has(page, text)) return;
  found_[page.first_text + text] = found.value + 1;
  scores_[page.first_text + text] = score;
  ++count_;
}

TemplateId SiteStrikes::Name(const Hash128& key, const std::function<TemplateRule()>& rule) {
  const TemplateId next(static_cast<std::uint32_t>(strikes_.templates.size()));
  const auto [at, is_new] = ids_.try_emplace(key, next);
  if (is_new) strikes_.templates.push_back({id_, key, rule()});
  return at->second;
}

void SiteStrikes::Finish() {
  // Most inputs are one site, and growing a vector of all strikes would write it twice.
  strikes_.strikes.reserve(strikes_.strikes.size() + count_);
  site_.ForEachPage([this](const SitePage& page) {
    for (std::uint32_t t = 0; t < page.texts(); ++t) {
      if (!Has(page, t)) continue;
      const std::size_t text = page.first_text + t;
      strikes_.strikes.push_back({page.log->doc, BlockNo(page.log->texts[t].number),
                                  TemplateId(found_[text] - 1), scores_[text]});
    }
  });
}

}  // namespace thresh::spine
