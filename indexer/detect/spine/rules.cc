#include "indexer/detect/spine/rules.h"

#include <algorithm>

namespace thresh {
namespace {

using Facts = spine::StyleFacts;
using Parameters = SpineParameters;

// Landmarks, and what looks like one: links that leave the page, the same ones every time.
bool IsNavigation(const Facts& f, const Parameters& p) {
  return f.landmark || (f.dense >= p.dense_in && f.off >= p.links);
}

bool LeavesSpine(const Facts& f, const Parameters& p) {
  return (f.out >= 0.5 && f.coverage >= (IsNavigation(f, p) ? p.coverage_mark : p.coverage)) ||
         (f.landmark && f.coverage >= p.coverage);
}

bool StandsInside(const Facts& f, const Parameters& p) {
  return f.coverage >= p.coverage_in && f.edge >= 0.5 && f.copies <= p.copies;
}

bool IsBar(const Facts& f, const Parameters& p) {
  return f.dense >= p.dense_bar && f.links >= p.links && f.off >= p.off_bar && f.single <= p.single;
}

// Words that the site repeats at this place.
bool O1(const Facts& f, const Parameters& p) { return LeavesSpine(f, p) && f.dense >= p.dense; }

// A list of links whose texts all stand elsewhere too.
bool O2(const Facts& f, const Parameters& p) {
  return LeavesSpine(f, p) && f.links >= p.links && f.single <= p.single &&
         std::max(f.dense, f.dense_mean) >= p.dense_nav && (f.landmark || f.off >= p.off_nav);
}

// Titles of this page and of others, nothing of its own.
bool O3(const Facts& f, const Parameters& p) {
  return LeavesSpine(f, p) && f.coverage >= p.coverage_in && f.scoped >= p.dense &&
         f.single <= p.single;
}

// The same everywhere. Nested at the front and not links it would be the label of what follows.
bool I1(const Facts& f, const Parameters& p) {
  return StandsInside(f, p) && f.dense >= p.dense_in && f.heads < p.heads &&
         (f.child >= 0.5 || f.off >= p.off_bar || f.back >= 0.5);
}

bool I2(const Facts& f, const Parameters& p) {
  return StandsInside(f, p) && IsBar(f, p) && f.constant >= p.const_bar;
}

bool S(const Facts& f, const Parameters& p) {
  return (f.dense >= p.dense_in && f.single <= p.single) || IsBar(f, p);
}

bool SRare(const Facts& f, const Parameters& p) { return f.echo >= p.echo && f.single <= p.single; }

// Links that most pages begin or end with. Words that are no links may be content: "See also" and
// its like.
bool B(const Facts& f, const Parameters& p) {
  return f.heads < p.heads && f.usual >= p.dense_bare && f.off >= p.off_bar;
}

bool E(const Facts& f, const Parameters& p) {
  return f.heads < p.heads &&
         (f.dense >= p.dense_bare ||
          (f.dense >= p.dense && f.single <= p.single && f.words <= p.words_bare));
}

}  // namespace

std::span<const SpineRule> SpineRuleTable() {
  static constexpr SpineRule kTable[] = {
      {"O1", RulePlace::kOutside, O1}, {"O2", RulePlace::kOutside, O2},
      {"O3", RulePlace::kOutside, O3}, {"I1", RulePlace::kInside, I1},
      {"I2", RulePlace::kInside, I2},  {"S", RulePlace::kElsewhere, S},
      {"S", RulePlace::kRare, SRare},  {"B", RulePlace::kBorder, B},
      {"E", RulePlace::kBare, E},
  };
  return kTable;
}

const SpineRule* FindRule(RulePlace place, const spine::StyleFacts& facts,
                          const SpineParameters& parameters) {
  for (const SpineRule& rule : SpineRuleTable()) {
    if (rule.place == place && rule.holds(facts, parameters)) return &rule;
  }
  return nullptr;
}

StyleDecisions::StyleDecisions(const spine::Site& site, const spine::ContentSpine& spine,
                               spine::Statistics* statistics, const SpineParameters& parameters)
    : site_(site),
      spine_(spine),
      statistics_(*statistics),
      parameters_(parameters),
      accepted_(site.styles().size(), false),
      rules_(site.styles().size(), nullptr) {
  const auto rule_in = [&](RulePlace place) {
    return [this, place](std::uint32_t style) {
      return MayBeJudged(style) ? FindRule(place, statistics_.of(style), parameters_) : nullptr;
    };
  };
  Accept(rule_in(RulePlace::kOutside));
  if (MayAnyStandInside()) {
    statistics->FindEdges(accepted_, parameters.edge);
    Accept(rule_in(RulePlace::kInside));
  }
  AcceptEchoes(statistics);
}

bool StyleDecisions::MayBeJudged(std::uint32_t style) const {
  return spine_.blocks()[style] && !spine_.is_spine(style) && !site_.styles()[style].in_heading &&
         statistics_.of(style).pages >= parameters_.support;
}

// Where elements stand on their pages takes one more look at all of them: it is worth it where a
// rule would hold if all stood at an edge.
bool StyleDecisions::MayAnyStandInside() const {
  for (std::uint32_t style = 0; style < accepted_.size(); ++style) {
    if (accepted_[style] || !MayBeJudged(style)) continue;
    spine::StyleFacts facts = statistics_.of(style);
    facts.edge = facts.back = 1;
    if (FindRule(RulePlace::kInside, facts, parameters_) != nullptr) return true;
  }
  return false;
}

// The body is spine, so every style here has a parent.
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

bool StyleDecisions::MayEcho(std::uint32_t style) const {
  return spine_.blocks()[style] && !spine_.is_spine(style) && site_.styles()[style].named;
}

void StyleDecisions::AcceptEchoes(spine::Statistics* statistics) {
  std::vector<bool> known(site_.styles().size(),
                          false);  // by key; there are no more keys than styles
  for (std::uint32_t style = 0; style < accepted_.size(); ++style) {
    if (rules_[style] != nullptr) known[site_.styles()[style].key] = true;
  }
  const auto may = [&](std::uint32_t style, bool rare) {
    return known[site_.styles()[style].key] && MayEcho(style) &&
           (statistics_.of(style).pages < parameters_.support) == rare;
  };
  const auto rule_in = [&](RulePlace place) {
    return [&, place](std::uint32_t style) {
      return may(style, place == RulePlace::kRare)
                 ? FindRule(place, statistics_.of(style), parameters_)
                 : nullptr;
    };
  };
  Accept(rule_in(RulePlace::kElsewhere));
  bool any = false;
  for (std::uint32_t style = 0; style < accepted_.size(); ++style)
    any = any || (!accepted_[style] && may(style, true));
  if (!any) return;
  statistics->FindEchoes(accepted_);
  Accept(rule_in(RulePlace::kRare));
}

}  // namespace thresh
