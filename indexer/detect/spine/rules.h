// The rules that accept style paths as template, one table of them, and what they decide on a site.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "indexer/detect/spine/root.h"
#include "indexer/detect/spine/site.h"
#include "indexer/detect/spine/statistics.h"

namespace thresh {

// Where a rule looks.
enum class RulePlace : std::uint8_t {
  kOutside,    // styles that leave the spine above the content root, and landmarks
  kInside,     // styles inside the content root
  kElsewhere,  // styles with the key of an accepted style, anywhere
  kRare,       // likewise, on too few pages to have numbers of their own
  kBorder,     // single elements that stand in the spine at the very front or back of their page
  kBare,       // single elements without names whose style is spine, beside the spine of their page
};

struct SpineRule {
  std::string_view name;
  RulePlace place;
  bool (*holds)(const spine::StyleFacts& facts, const SpineParameters& parameters);
};
std::span<const SpineRule> SpineRuleTable();

// The first rule of a place that holds, or null.
const SpineRule* FindRule(RulePlace place, const spine::StyleFacts& facts,
                          const SpineParameters& parameters);

// What becomes of each style. A style below an accepted one is accepted with it.
class StyleDecisions {
 public:
  StyleDecisions(const spine::Site& site, const spine::ContentSpine& spine,
                 spine::Statistics* statistics, const SpineParameters& parameters);

  bool is_accepted(std::uint32_t style) const { return accepted_[style]; }
  const std::vector<bool>& accepted() const { return accepted_; }
  const SpineRule* rule(std::uint32_t style) const {
    return rules_[style];
  }  // null: not by a rule of its own

 private:
  bool MayBeJudged(std::uint32_t style) const;
  bool MayAnyStandInside() const;
  bool MayEcho(std::uint32_t style) const;
  template <typename F>
  void Accept(F rule_of);
  void AcceptEchoes(spine::Statistics* statistics);

  const spine::Site& site_;
  const spine::ContentSpine& spine_;
  const spine::Statistics& statistics_;
  const SpineParameters& parameters_;
  std::vector<bool> accepted_;           // by style
  std::vector<const SpineRule*> rules_;  // by style
};

}  // namespace thresh
