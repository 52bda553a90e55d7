#include "indexer/detect/spine/place/decisions.h"

#include "indexer/detect/spine/place/root.h"

namespace thresh::spine {

// O comes before I, since words in accepted styles are no distance from the edge of a page.
StyleDecisions::StyleDecisions(const Site& site, const ContentSpine& spine, Statistics* statistics,
                               const SpineParameters& parameters)
    : site_(site),
      spine_(spine),
      statistics_(*statistics),
      parameters_(parameters),
      accepted_(site.styles().size(), false),
      rules_(site.styles().size(), nullptr) {
  Accept(Place::kOutside);
  if (!MayAnyStandInside()) return;
  statistics->FindEdges(accepted_, parameters.edge);
  Accept(Place::kInside);
}

// A style that holds most of what its pages say themselves is their content, however much of it
// repeats: the products of a shop stand on many lists.
bool StyleDecisions::MayBeJudged(std::uint32_t style) const {
  return spine_.blocks()[style] && !spine_.is_spine(style) && !site_.styles()[style].in_heading &&
         statistics_.of(style).pages >= parameters_.support &&
         statistics_.of(style).rest < parameters_.rest;
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
void StyleDecisions::Accept(Place place) {
  for (std::uint32_t style = 0; style < accepted_.size(); ++style) {
    if (rules_[style] != nullptr) continue;
    accepted_[style] = accepted_[style] || accepted_[site_.styles()[style].parent];
    if (!MayBeJudged(style)) continue;
    rules_[style] = FindRule(place, statistics_.of(style), parameters_);
    accepted_[style] = accepted_[style] || rules_[style] != nullptr;
  }
}

}  // namespace thresh::spine
