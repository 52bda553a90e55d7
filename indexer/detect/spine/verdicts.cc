#include "indexer/detect/spine/verdicts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "indexer/detect/spine/root.h"
#include "indexer/detect/spine/rules.h"
#include "indexer/detect/spine/site.h"
#include "indexer/detect/spine/statistics.h"

namespace thresh {
namespace {

class SiteJudge {
 public:
  SiteJudge(const spine::SiteLog& log, SiteId id, const SpineParameters& parameters,
            Strikes* strikes)
      : id_(id),
        parameters_(parameters),
        votes_(parameters),
        site_(log, parameters,
              [this](const auto& page, const auto& styles) { votes_.AddPage(page, styles); }),
        spine_(site_.styles(), votes_, parameters),
        statistics_(site_, spine_, parameters),
        decisions_(site_, spine_, &statistics_, parameters),
        strikes_(*strikes) {}

  void Judge() {
    // The only site, mostly: a vector that grows would be written twice.
    if (strikes_.strikes.empty()) strikes_.strikes.reserve(site_.frequent_texts());
    site_.ForEachPage([this](const spine::SitePage& page) { JudgePage(page); });
  }

 private:
  // Why an element goes; null rule: it stays.
  struct Reason {
    const SpineRule* rule = nullptr;
    double dense = 0;  // share of its style; of itself where the rule judges elements
  };

  void JudgePage(const spine::SitePage& page);
  Reason ReasonFor(const spine::SitePage& page, std::uint32_t element) const;
  bool IsBesideSpine(const spine::SitePage& page, std::uint32_t element) const;
  Reason ReasonForElement(const spine::SitePage& page, std::uint32_t element) const;
  bool StandsAt(RulePlace place, const spine::SitePage& page, std::uint32_t element) const;
  bool IsTypical(const spine::SitePage& page, std::uint32_t element, RulePlace place) const;
  void StrikeTexts(const spine::SitePage& page, std::uint32_t element, const Reason& reason);
  TemplateId TemplateOf(std::uint32_t style, const Reason& reason);
  std::string RuleText(std::uint32_t style, const Reason& reason) const;

  const SiteId id_;
  const SpineParameters& parameters_;
  spine::Votes votes_;
  const spine::Site site_;
  const spine::ContentSpine spine_;
  spine::Statistics statistics_;
  const StyleDecisions decisions_;
  spine::PageEdges edges_;
  std::map<std::uint32_t, TemplateId> templates_;  // by style
  Strikes& strikes_;
};

void SiteJudge::JudgePage(const spine::SitePage& page) {
  edges_.Enter(page, decisions_.accepted(), 0);
  for (std::uint32_t e = 0; e < page.elements();) {
    const bool accepted = decisions_.is_accepted(page.style[e]);
    if (const Reason reason = ReasonFor(page, e); reason.rule != nullptr) {
      StrikeTexts(page, e, reason);
      e = page.element(e).end;
    } else {
      e = accepted ? page.element(e).end : e + 1;
    }
  }
}

SiteJudge::Reason SiteJudge::ReasonFor(const spine::SitePage& page, std::uint32_t element) const {
  const std::uint32_t style = page.style[element];
  if (const SpineRule* rule = decisions_.rule(style); rule != nullptr) {
    return {IsTypical(page, element, rule->place) ? rule : nullptr, statistics_.of(style).dense};
  }
  return IsBesideSpine(page, element) ? ReasonForElement(page, element) : Reason();
}

SiteJudge::Reason SiteJudge::ReasonForElement(const spine::SitePage& page,
                                              std::uint32_t element) const {
  for (const RulePlace place : {RulePlace::kBorder, RulePlace::kBare}) {
    if (!StandsAt(place, page, element)) continue;
    spine::StyleFacts own;
    SetShares(WordsOf(page, element), &own);
    if (const SpineRule* rule = FindRule(place, own, parameters_); rule != nullptr)
      return {rule, own.dense};
  }
  return {};
}

// A block with a name has been judged with its style, and what the author calls main has no border.
bool SiteJudge::StandsAt(RulePlace place, const spine::SitePage& page,
                         std::uint32_t element) const {
  const std::uint32_t style = page.style[element];
  const spine::Style& parent = site_.styles()[page.style[page.element(element).parent]];
  const bool judged = spine_.blocks()[style] && site_.styles()[style].named;
  if (place == RulePlace::kBare) return spine_.is_spine(style) && spine_.blocks()[style] && !judged;
  return !judged && !parent.ends_spine &&
         (edges_.AtFront(page.element(element)) || edges_.AtBack(page.element(element)));
}

// Some content box may happen to have the menu's class, or a page's heading may stand in it.
bool SiteJudge::IsTypical(const spine::SitePage& page, std::uint32_t element,
                          RulePlace place) const {
  if (place != RulePlace::kInside && place != RulePlace::kElsewhere) return true;
  spine::StyleFacts own;
  SetShares(WordsOf(page, element), &own);
  const spine::StyleFacts& style = statistics_.of(page.style[element]);
  return own.dense >= parameters_.instance * style.dense &&
         (own.heads < parameters_.heads || style.heads >= parameters_.heads);
}

bool SiteJudge::IsBesideSpine(const spine::SitePage& page, std::uint32_t element) const {
  const std::uint32_t root = statistics_.root(page.number);
  return IsOnPath(page, page.element(element).parent, root) && !IsOnPath(page, element, root);
}

void SiteJudge::StrikeTexts(const spine::SitePage& page, std::uint32_t element,
                            const Reason& reason) {
  const auto score = static_cast<std::uint8_t>(std::lround(reason.dense * 100));
  std::optional<TemplateId> found;
  for (std::uint32_t t = page.element(element).first_text; t < page.element(element).last_text;
       ++t) {
    if ((page.marks[t] & spine::kFrequent) == 0) continue;
    if (!found) found = TemplateOf(page.style[element], reason);
    strikes_.strikes.push_back({page.log->doc, BlockNo(page.log->texts[t].number), *found, score});
  }
}

TemplateId SiteJudge::TemplateOf(std::uint32_t style, const Reason& reason) {
  const TemplateId next(static_cast<std::uint32_t>(strikes_.templates.size()));
  const auto [at, is_new] = templates_.try_emplace(style, next);
  if (is_new) strikes_.templates.push_back({id_, site_.Identity(style), RuleText(style, reason)});
  return at->second;
}

// One line for people. A bare element's numbers differ from page to page: only its style's are
// told.
std::string SiteJudge::RuleText(std::uint32_t style, const Reason& reason) const {
  const spine::StyleFacts& facts = statistics_.of(style);
  std::array<char, 240> numbers{};
  const int length = std::snprintf(numbers.data(), numbers.size(),
                                   "; %.0f of %u pages, coverage %.2f, dense %.2f, scoped %.2f, "
                                   "single %.2f, links %.2f, off-page %.2f",
                                   facts.pages, site_.pages(), facts.coverage, facts.dense,
                                   facts.scoped, facts.single, facts.links, facts.off);
  return "spine " + std::string(reason.rule->name) + ": " + site_.Spelled(style) +
         std::string(numbers.data(), static_cast<std::size_t>(std::max(length, 0)));
}

}  // namespace

void JudgeSite(const spine::SiteLog& log, SiteId site, const SpineParameters& parameters,
               Strikes* strikes) {
  if (log.pages() >= parameters.support) SiteJudge(log, site, parameters, strikes).Judge();
}

}  // namespace thresh
