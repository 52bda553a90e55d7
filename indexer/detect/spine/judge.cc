// Judges a complete site: which styles are template, and which texts are struck for that. Each
// pass reads the whole log. All counters are sums and every rule reads final counters, so neither
// the order of the pages nor the cuts of runs can show.
//
//   pass                  what is read                      what comes out
//   1  Site               keys with final name counts       style paths, marks of texts
//      Votes              marks without places              votes of each page for its styles
//      ContentSpine       votes; no pass                    the spine, and which styles are blocks
//   2  Statistics         styles, marks, spine              root of each page, coverage, shares
//      StyleDecisions     facts; no pass                    styles accepted by O1, O2, O3
//   3  FindEdges          marks, accepted styles            edge and back, if an I rule may hold
//      StyleDecisions     facts; no pass                    styles accepted by I1, I2, then by S
//   4  FindEchoes         texts dense in accepted styles    echo, if S may hold for a rare style
//      StyleDecisions     facts; no pass                    rare styles accepted by S
//   5  SiteJudge          accepted styles, roots, marks     strikes; B and E judge single elements
#include "indexer/detect/spine/judge.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "indexer/detect/spine/root.h"
#include "indexer/detect/spine/rules.h"
#include "indexer/detect/spine/site.h"
#include "indexer/detect/spine/statistics.h"

namespace thresh::spine {
namespace {

// Which styles are template. A style below an accepted style is accepted with it and needs no rule.
class StyleDecisions {
 public:
  StyleDecisions(const Site& site, const ContentSpine& spine, Statistics* statistics,
                 const SpineParameters& parameters);

  bool is_accepted(std::uint32_t style) const { return accepted_[style]; }
  const std::vector<bool>& accepted() const { return accepted_; }
  // The rule that accepted the style itself, or null.
  const Rule* rule(std::uint32_t style) const { return rules_[style]; }

 private:
  bool MayBeJudged(std::uint32_t style) const;
  bool MayAnyStandInside() const;
  template <typename F>
  void Accept(F rule_of);
  void AcceptElsewhere(Statistics* statistics);
  std::vector<bool> AcceptedKeys() const;

  const Site& site_;
  const ContentSpine& spine_;
  const Statistics& statistics_;
  const SpineParameters& parameters_;
  std::vector<bool> accepted_;      // by style
  std::vector<const Rule*> rules_;  // by style
};

// O comes before I, since words in accepted styles are no distance from the edge of a page. S comes
// last, since it compares with what the others accepted.
StyleDecisions::StyleDecisions(const Site& site, const ContentSpine& spine, Statistics* statistics,
                               const SpineParameters& parameters)
    : site_(site),
      spine_(spine),
      statistics_(*statistics),
      parameters_(parameters),
      accepted_(site.styles().size(), false),
      rules_(site.styles().size(), nullptr) {
  const auto rule_in = [&](Place place) {
    return [this, place](std::uint32_t style) {
      return MayBeJudged(style) ? FindRule(place, statistics_.of(style), parameters_) : nullptr;
    };
  };
  Accept(rule_in(Place::kOutside));
  if (MayAnyStandInside()) {
    statistics->FindEdges(accepted_, parameters.edge);
    Accept(rule_in(Place::kInside));
  }
  AcceptElsewhere(statistics);
}

bool StyleDecisions::MayBeJudged(std::uint32_t style) const {
  return spine_.blocks()[style] && !spine_.is_spine(style) && !site_.styles()[style].in_heading &&
         statistics_.of(style).pages >= parameters_.support;
}

// FindEdges reads the whole log once more. It is called only if a rule would hold for some style
// with all of its elements at an edge.
bool StyleDecisions::MayAnyStandInside() const {
  for (std::uint32_t style = 0; style < accepted_.size(); ++style) {
    if (accepted_[style] || !MayBeJudged(style)) continue;
    StyleFacts facts = statistics_.of(style);
    facts.edge = facts.back = 1;
    if (FindRule(Place::kInside, facts, parameters_) != nullptr) return true;
  }
  return false;
}

// Parents have smaller numbers, so they are decided first. The body is spine and never judged, so
// every style here has a parent.
template <typename F>
void StyleDecisions::Accept(F rule_of) {
  for (std::uint32_t style = 0; style < accepted_.size(); ++style) {
    if (accepted_[style]) continue;
    accepted_[style] = accepted_[site_.styles()[style].parent];
    if (accepted_[style]) continue;
    rules_[style] = rule_of(style);
    accepted_[style] = rules_[style] != nullptr;
  }
}

// By key. There are no more keys than styles.
std::vector<bool> StyleDecisions::AcceptedKeys() const {
  std::vector<bool> keys(site_.styles().size(), false);
  for (std::uint32_t style = 0; style < accepted_.size(); ++style) {
    if (rules_[style] != nullptr) keys[site_.styles()[style].key] = true;
  }
  return keys;
}

// A style without a name is no component: its key is a bare tag, which stands everywhere. Headings
// may be accepted here, and so may styles on fewer than `support` pages, which are rare.
void StyleDecisions::AcceptElsewhere(Statistics* statistics) {
  const std::vector<bool> keys = AcceptedKeys();
  const auto may = [&](std::uint32_t number, bool rare) {
    const Style& style = site_.styles()[number];
    return keys[style.key] && style.named && spine_.blocks()[number] && !spine_.is_spine(number) &&
           (statistics_.of(number).pages < parameters_.support) == rare;
  };
  const auto rule_in = [&](Place place) {
    return [&, place](std::uint32_t style) {
      return may(style, place == Place::kRare) ? FindRule(place, statistics_.of(style), parameters_)
                                               : nullptr;
    };
  };
  Accept(rule_in(Place::kElsewhere));
  bool any = false;
  for (std::uint32_t style = 0; style < accepted_.size(); ++style)
    any = any || (!accepted_[style] && may(style, true));
  if (!any) return;
  statistics->FindEchoes(accepted_);
  Accept(rule_in(Place::kRare));
}

// All passes over a site, and the strikes on its texts.
class SiteJudge {
 public:
  SiteJudge(const SiteLog& log, SiteId id, const SpineParameters& parameters, Strikes* strikes)
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
    // Most inputs are one site, and growing a vector of all strikes would write it twice.
    if (strikes_.strikes.empty()) strikes_.strikes.reserve(site_.frequent_texts());
    site_.ForEachPage([this](const SitePage& page) { JudgePage(page); });
  }

 private:
  // Why an element goes. It stays if `rule` is null.
  struct Reason {
    const Rule* rule = nullptr;
    double dense = 0;  // share of the style, or of the element if the rule judged the element
  };

  void JudgePage(const SitePage& page);
  Reason ReasonFor(const SitePage& page, std::uint32_t element) const;
  bool IsBesideSpine(const SitePage& page, std::uint32_t element) const;
  Reason ReasonForElement(const SitePage& page, std::uint32_t element) const;
  bool StandsAt(Place place, const SitePage& page, std::uint32_t element) const;
  bool IsTypical(const SitePage& page, std::uint32_t element, Place place) const;
  void StrikeTexts(const SitePage& page, std::uint32_t element, const Reason& reason);
  TemplateId TemplateOf(std::uint32_t style, const Reason& reason);
  TemplateRule RuleOf(std::uint32_t style, const Reason& reason) const;

  const SiteId id_;
  const SpineParameters& parameters_;
  Votes votes_;
  const Site site_;
  const ContentSpine spine_;
  Statistics statistics_;
  const StyleDecisions decisions_;
  PageEdges edges_;
  std::map<std::uint32_t, TemplateId> templates_;  // by style
  Strikes& strikes_;
};

// The topmost element with a reason decides for its subtree. An element of an accepted style that
// is spared, because it is not typical, keeps its whole subtree: the styles in it were accepted
// with it.
void SiteJudge::JudgePage(const SitePage& page) {
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

SiteJudge::Reason SiteJudge::ReasonFor(const SitePage& page, std::uint32_t element) const {
  const std::uint32_t style = page.style[element];
  if (const Rule* rule = decisions_.rule(style); rule != nullptr) {
    return {IsTypical(page, element, rule->place) ? rule : nullptr, statistics_.of(style).dense};
  }
  return IsBesideSpine(page, element) ? ReasonForElement(page, element) : Reason();
}

SiteJudge::Reason SiteJudge::ReasonForElement(const SitePage& page, std::uint32_t element) const {
  for (const Place place : {Place::kBorder, Place::kBare}) {
    if (!StandsAt(place, page, element)) continue;
    StyleFacts own;
    SetShares(WordsOf(page, element), &own);
    if (const Rule* rule = FindRule(place, own, parameters_); rule != nullptr)
      return {rule, own.dense};
  }
  return {};
}

// A block with a name was judged with its style, so neither place takes it. What the author calls
// main has no border.
bool SiteJudge::StandsAt(Place place, const SitePage& page, std::uint32_t element) const {
  const std::uint32_t style = page.style[element];
  const Style& parent = site_.styles()[page.style[page.element(element).parent]];
  const bool judged = spine_.blocks()[style] && site_.styles()[style].named;
  if (place == Place::kBare) return spine_.is_spine(style) && spine_.blocks()[style] && !judged;
  return !judged && !parent.ends_spine &&
         (edges_.AtFront(page.element(element)) || edges_.AtBack(page.element(element)));
}

// An element is spared if it is much less dense than its style, or mostly headings where its style
// is not: some content box may have the menu's class, or a page's title may stand in it.
bool SiteJudge::IsTypical(const SitePage& page, std::uint32_t element, Place place) const {
  if (place != Place::kInside && place != Place::kElsewhere) return true;
  StyleFacts own;
  SetShares(WordsOf(page, element), &own);
  const StyleFacts& style = statistics_.of(page.style[element]);
  return own.dense >= parameters_.instance * style.dense &&
         (own.heads < parameters_.heads || style.heads >= parameters_.heads);
}

bool SiteJudge::IsBesideSpine(const SitePage& page, std::uint32_t element) const {
  const std::uint32_t root = statistics_.root(page.number);
  return IsOnPath(page, page.element(element).parent, root) && !IsOnPath(page, element, root);
}

// Only texts on `support` pages of the site go. So a bar loses `Prev` and keeps the title of its
// page, and no page loses a text of its own.
void SiteJudge::StrikeTexts(const SitePage& page, std::uint32_t element, const Reason& reason) {
  const auto score = static_cast<std::uint8_t>(std::lround(reason.dense * 100));  // percent
  std::optional<TemplateId> found;
  for (std::uint32_t t = page.element(element).first_text; t < page.element(element).last_text;
       ++t) {
    if ((page.marks[t] & kFrequent) == 0) continue;
    if (!found) found = TemplateOf(page.style[element], reason);
    strikes_.strikes.push_back({page.log->doc, BlockNo(page.log->texts[t].number), *found, score});
  }
}

TemplateId SiteJudge::TemplateOf(std::uint32_t style, const Reason& reason) {
  const TemplateId next(static_cast<std::uint32_t>(strikes_.templates.size()));
  const auto [at, is_new] = templates_.try_emplace(style, next);
  if (is_new) strikes_.templates.push_back({id_, site_.Identity(style), RuleOf(style, reason)});
  return at->second;
}

// The numbers are those of the style, since those of a bare element differ from page to page.
TemplateRule SiteJudge::RuleOf(std::uint32_t style, const Reason& reason) const {
  const StyleFacts& facts = statistics_.of(style);
  return MakeRule(
      "spine." + std::string(reason.rule->name),
      {RuleField::Text(site_.Spelled(style)),
       RuleField::Count(static_cast<std::uint64_t>(std::llround(facts.pages))),
       RuleField::Count(site_.pages()), RuleField::Share(facts.coverage),
       RuleField::Share(facts.dense), RuleField::Share(facts.scoped),
       RuleField::Share(facts.single), RuleField::Share(facts.links), RuleField::Share(facts.off)});
}

}  // namespace

// On fewer pages than `support` nothing can repeat.
void JudgeSite(const SiteLog& log, SiteId site, const SpineParameters& parameters,
               Strikes* strikes) {
  if (log.pages() >= parameters.support) SiteJudge(log, site, parameters, strikes).Judge();
}

}  // namespace thresh::spine
