// StyleDecisions: which styles of a site are template, and by which rule. A style below an accepted
// style is accepted with it. Its own rule, if it has one, counts where an element of the style
// above is spared. Made by place.cc for one site; immutable.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/place/rules.h"
#include "indexer/detect/spine/place/statistics.h"
#include "indexer/detect/spine/site.h"

namespace thresh::spine {

class ContentSpine;  // root.h

class StyleDecisions {
 public:
  // Finds the edges of pages in `statistics` where a rule needs them.
  StyleDecisions(const Site& site, const ContentSpine& spine, Statistics* statistics,
                 const SpineParameters& parameters);

  // The first rule that holds for the style itself, or null.
  const Rule* rule(std::uint32_t style) const { return rules_[style]; }

 private:
  void Accept(Place place);
  bool MayBeJudged(std::uint32_t style) const;
  bool MayAnyStandInside() const;

  const Site& site_;
  const ContentSpine& spine_;
  const Statistics& statistics_;
  const SpineParameters& parameters_;
  std::vector<bool> accepted_;      // by style
  std::vector<const Rule*> rules_;  // by style
};

}  // namespace thresh::spine
