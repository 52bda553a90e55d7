#include "indexer/detect/spine/struck.h"

#include <span>
#include <utility>

namespace thresh::spine {

SiteStrikes::SiteStrikes(const Site& site, SiteId id, Strikes* strikes)
    : site_(site),
      id_(id),
      strikes_(*strikes),
      found_(site.log().all_texts()),
      scores_(site.log().all_texts()),
      first_(strikes->templates.size()) {}

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

// The pages that count may have lost texts of a template that no applied page has.
void SiteStrikes::DropUnused(std::size_t first_strike) {
  std::vector<FoundTemplate>& all = strikes_.templates;
  std::vector<std::uint32_t> to(all.size() - first_, 0);  // the new number and 1, or 0
  auto end = static_cast<std::uint32_t>(first_);
  const std::span<Strike> own = std::span(strikes_.strikes).subspan(first_strike);
  for (const Strike& strike : own) to[strike.template_id.value - first_] = 1;
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i] == 0) continue;
    if (end != first_ + i) all[end] = std::move(all[first_ + i]);
    to[i] = ++end;
  }
  all.resize(end);
  for (Strike& strike : own)
    strike.template_id = TemplateId(to[strike.template_id.value - first_] - 1);
}

void SiteStrikes::Finish() {
  const std::size_t first_strike = strikes_.strikes.size();
  // Most inputs are one site, and growing a vector of all strikes would write it twice.
  strikes_.strikes.reserve(strikes_.strikes.size() + count_);
  site_.ForEachPage([this](const SitePage& page) {
    if (site_.IsApplied() && site_.Counts(page)) return;
    for (std::uint32_t t = 0; t < page.texts(); ++t) {
      if (!Has(page, t)) continue;
      const std::size_t text = page.first_text + t;
      strikes_.strikes.push_back({page.log->doc, BlockNo(page.log->texts[t].number),
                                  TemplateId(found_[text] - 1), scores_[text]});
    }
  });
  if (site_.IsApplied()) DropUnused(first_strike);
}

}  // namespace thresh::spine
