// The passes of this witness over the log:
//
//   pass              what is read                      what comes out
//   1  Votes          marks without places (judge.cc)   votes of each page for its styles
//      ContentSpine   votes; no pass                    the spine, and which styles are blocks
//   2  Statistics     styles, marks, spine              root of each page, coverage, shares
//      StyleDecisions facts; no pass                    styles accepted by O1, O2
//   3  FindEdges      marks, accepted styles            edge and back, if an I rule may hold
//      StyleDecisions facts; no pass                    styles accepted by I1, I2
//   4  PlaceJudge     accepted styles, roots, marks     strikes; E judges single elements
#include "indexer/detect/spine/place/place.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "indexer/detect/spine/place/decisions.h"
#include "indexer/detect/spine/place/root.h"
#include "indexer/detect/spine/place/rules.h"
#include "indexer/detect/spine/place/statistics.h"

namespace thresh::spine {
namespace {

// Two numbers in a row, one of them a link: pages of a list.
bool IsPageNumber(const SitePage& page, std::uint32_t text) {
  const auto are_pages = [&](std::uint32_t a, std::uint32_t b) {
    return (page.marks[a] & page.marks[b] & kNumbers) != 0 &&
           ((page.marks[a] | page.marks[b]) & kInLink) != 0;
  };
  return (text > 0 && are_pages(text - 1, text)) ||
         (text + 1 < page.texts() && are_pages(text, text + 1));
}

class PlaceJudge {
 public:
  PlaceJudge(const Site& site, const Votes& votes, const Fields& fields,
             const SpineParameters& parameters, SiteStrikes* strikes)
      : site_(site),
        fields_(fields),
        parameters_(parameters),
        spine_(site.styles(), votes, parameters),
        statistics_(site, spine_, parameters),
        decisions_(site, spine_, &statistics_, parameters),
        strikes_(*strikes) {}

  void JudgePage(const SitePage& page);

 private:
  // Why an element goes. It stays if `rule` is null.
  struct Reason {
    const Rule* rule = nullptr;
    double dense = 0;  // share of the style, or of the element if the rule judged the element
  };

  Reason ReasonFor(const SitePage& page, std::uint32_t element) const;
  bool IsBareBesideSpine(const SitePage& page, std::uint32_t element) const;
  bool IsTypical(const SitePage& page, std::uint32_t element, Place place) const;
  bool MayGo(const SitePage& page, std::uint32_t text) const;
  void StrikeTexts(const SitePage& page, std::uint32_t element, const Reason& reason);
  TemplateId TemplateOf(std::uint32_t style, const Reason& reason);
  TemplateRule RuleOf(std::uint32_t style, const Reason& reason) const;

  const Site& site_;
  const Fields& fields_;
  const SpineParameters& parameters_;
  const ContentSpine spine_;
  Statistics statistics_;
  const StyleDecisions decisions_;
  std::map<std::uint32_t, TemplateId> templates_;  // by style
  SiteStrikes& strikes_;
};

// The topmost element with a reason decides for its subtree. In an element that is spared, because
// it is not typical of its style, the elements below it need a reason of their own.
void PlaceJudge::JudgePage(const SitePage& page) {
  for (std::uint32_t e = 0; e < page.elements();) {
    const Reason reason = ReasonFor(page, e);
    if (reason.rule != nullptr) StrikeTexts(page, e, reason);
    e = reason.rule != nullptr ? page.element(e).end : e + 1;
  }
}

PlaceJudge::Reason PlaceJudge::ReasonFor(const SitePage& page, std::uint32_t element) const {
  const std::uint32_t style = page.style[element];
  if (const Rule* rule = decisions_.rule(style); rule != nullptr) {
    return {IsTypical(page, element, rule->place) ? rule : nullptr, statistics_.of(style).dense};
  }
  if (!IsBareBesideSpine(page, element)) return {};
  StyleFacts own;
  SetShares(WordsOf(page, element), &own);
  return {FindRule(Place::kBare, own, parameters_), own.dense};
}

// A block with a name was judged with its style, unless its style is spine.
bool PlaceJudge::IsBareBesideSpine(const SitePage& page, std::uint32_t element) const {
  const std::uint32_t style = page.style[element];
  if (!spine_.is_spine(style) || !spine_.blocks()[style] || site_.styles()[style].named)
    return false;
  const std::uint32_t root = statistics_.root(page.number);
  return IsOnPath(page, page.element(element).parent, root) && !IsOnPath(page, element, root);
}

// An element inside the root is spared if it is much less dense than its style, or mostly headings
// where its style is not: some content box may have the menu's class, or a page's title may stand
// in it. Links off the page that stand elsewhere too are no such box: the path of a section that
// few pages have is still a path.
bool PlaceJudge::IsTypical(const SitePage& page, std::uint32_t element, Place place) const {
  if (place != Place::kInside) return true;
  StyleFacts own;
  SetShares(WordsOf(page, element), &own);
  const StyleFacts& style = statistics_.of(page.style[element]);
  const bool leads_away =
      own.dense > 0 && own.off >= parameters_.links && own.single <= parameters_.single;
  return (leads_away || own.dense >= parameters_.instance * style.dense) &&
         (own.heads < parameters_.heads || style.heads >= parameters_.heads);
}

// Only texts on `support` pages of the site go. So a bar loses `Prev` and keeps the title of its
// page, and no page loses a text of its own. Four more stay wherever they stand: numbers that vary
// in their place, such as prices, the page numbers of lists, values of records, and the only text
// of a page that says its title.
bool PlaceJudge::MayGo(const SitePage& page, std::uint32_t text) const {
  const unsigned marks = page.marks[text];
  const bool varies = (marks & (kNumbers | kDense)) == kNumbers;
  if ((marks & kFrequent) == 0 || varies || IsPageNumber(page, text) || fields_.IsValue(page, text))
    return false;
  const std::span<const std::uint32_t> titles = page.log->titles;
  return titles.size() != 1 || titles.front() != text || (marks & kInOffLink) != 0;
}

void PlaceJudge::StrikeTexts(const SitePage& page, std::uint32_t element, const Reason& reason) {
  const auto score = static_cast<std::uint8_t>(std::lround(reason.dense * 100));  // percent
  std::optional<TemplateId> found;
  const LoggedPage::Element& texts = page.element(element);
  for (std::uint32_t t = texts.first_text; t < texts.last_text; ++t) {
    if (!MayGo(page, t)) continue;
    if (!found) found = TemplateOf(page.style[element], reason);
    strikes_.Add(page, t, *found, score);
  }
}

// A style has one template, with the rule that was first to take one of its elements.
TemplateId PlaceJudge::TemplateOf(std::uint32_t style, const Reason& reason) {
  const auto known = templates_.find(style);
  if (known != templates_.end()) return known->second;
  const TemplateId found =
      strikes_.Name(site_.Identity(style), [&] { return RuleOf(style, reason); });
  templates_.emplace(style, found);
  return found;
}

// The numbers are those of the style, since those of a bare element differ from page to page.
TemplateRule PlaceJudge::RuleOf(std::uint32_t style, const Reason& reason) const {
  const StyleFacts& facts = statistics_.of(style);
  return MakeRule("spine." + std::string(reason.rule->name),
                  {RuleField::Text(site_.Spelled(style)),
                   RuleField::Count(static_cast<std::uint64_t>(std::llround(facts.pages))),
                   RuleField::Count(site_.pages()), RuleField::Share(facts.coverage),
                   RuleField::Share(facts.dense), RuleField::Share(facts.single),
                   RuleField::Share(facts.links), RuleField::Share(facts.off)});
}

}  // namespace

void StrikeByPlace(const Site& site, const Votes& votes, const Fields& fields,
                   const SpineParameters& parameters, SiteStrikes* strikes) {
  PlaceJudge judge(site, votes, fields, parameters, strikes);
  site.ForEachPage([&judge](const SitePage& page) { judge.JudgePage(page); });
}

}  // namespace thresh::spine
