// Every comparison of the rule table at its exact threshold. The thresholds are written here as
// numbers, so that a changed default of the parameter table fails as a changed comparison does.
#include "indexer/detect/spine/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/store/rule.h"

namespace thresh::spine {
namespace {

using Fact = double StyleFacts::*;

// A rule holds for `base` with `fact` at the threshold, and not beyond it.
struct Boundary {
  enum Side { kAtLeast, kAtMost, kBelow } side;
  Fact fact;
  double threshold;
  StyleFacts base;
};

// Facts from which one step in one comparison makes the rule fail: other ways to hold are closed.
const StyleFacts kOutside = {.coverage = 1, .out = 1};
const StyleFacts kDenseOutside = {.coverage = 1, .dense = 1, .out = 1};
const StyleFacts kNavigation = {.coverage = .2, .dense = 1, .off = 1, .out = 1};
const StyleFacts kLandmark = {.coverage = 1, .dense = 1, .landmark = true};
const StyleFacts kLandmarkOutside = {.coverage = 1, .dense = 1, .out = 1, .landmark = true};
const StyleFacts kLinks = {.coverage = 1, .dense = .2, .off = .2, .links = 1, .out = 1};
const StyleFacts kLinksByMean = {.coverage = 1, .dense_mean = .2, .off = .2, .links = 1, .out = 1};
const StyleFacts kEcho = {.coverage = 1, .scoped = 1, .out = 1};
const StyleFacts kInside = {.coverage = 1, .dense = 1, .copies = 1, .child = 1, .edge = 1};
const StyleFacts kInsideOff = {.coverage = 1, .dense = 1, .off = 1, .copies = 1, .edge = 1};
const StyleFacts kInsideBack = {.coverage = 1, .dense = 1, .copies = 1, .edge = 1, .back = 1};
const StyleFacts kBar = {
    .coverage = 1, .dense = .5, .constant = .5, .off = .6, .links = 1, .copies = 1, .edge = 1};
const StyleFacts kSame = {.dense = 1};
const StyleFacts kRareEcho = {.echo = 1};
const StyleFacts kBorder = {.usual = 1, .off = 1};
const StyleFacts kShort = {.words = 10, .dense = .5};

struct Row {
  const char* rule;
  Place place;
  std::vector<Boundary> boundaries;
};

using F = StyleFacts;
constexpr auto kAtLeast = Boundary::kAtLeast;
constexpr auto kAtMost = Boundary::kAtMost;
constexpr auto kBelow = Boundary::kBelow;
const std::vector<Row> kTable = {
    {"O1",
     Place::kOutside,
     {{kAtLeast, &F::dense, .3, kOutside},
      {kAtLeast, &F::out, .5, kDenseOutside},
      {kAtLeast, &F::coverage, .5, kDenseOutside},
      {kAtLeast, &F::coverage, .1, kNavigation},
      {kAtLeast, &F::dense, .9, kNavigation},
      {kAtLeast, &F::off, .8, kNavigation},
      {kAtLeast, &F::coverage, .5, kLandmark},
      {kAtLeast, &F::coverage, .1, kLandmarkOutside}}},
    {"O2",
     Place::kOutside,
     {{kAtLeast, &F::links, .8, kLinks},
      {kAtMost, &F::single, .1, kLinks},
      {kAtLeast, &F::dense, .1, kLinks},
      {kAtLeast, &F::dense_mean, .1, kLinksByMean},
      {kAtLeast, &F::off, .1, kLinks},
      {kAtLeast, &F::coverage, .5, kLinks},
      {kAtLeast, &F::out, .5, kLinks}}},
    {"O3",
     Place::kOutside,
     {{kAtLeast, &F::coverage, .8, kEcho},
      {kAtLeast, &F::scoped, .3, kEcho},
      {kAtMost, &F::single, .1, kEcho},
      {kAtLeast, &F::out, .5, kEcho}}},
    {"I1",
     Place::kInside,
     {{kAtLeast, &F::coverage, .8, kInside},
      {kAtLeast, &F::edge, .5, kInside},
      {kAtMost, &F::copies, 2, kInside},
      {kAtLeast, &F::dense, .9, kInside},
      {kBelow, &F::heads, .5, kInside},
      {kAtLeast, &F::child, .5, kInside},
      {kAtLeast, &F::off, .5, kInsideOff},
      {kAtLeast, &F::back, .5, kInsideBack}}},
    {"I2",
     Place::kInside,
     {{kAtLeast, &F::coverage, .8, kBar},
      {kAtLeast, &F::edge, .5, kBar},
      {kAtMost, &F::copies, 2, kBar},
      {kAtLeast, &F::dense, .2, kBar},
      {kAtLeast, &F::links, .8, kBar},
      {kAtLeast, &F::off, .5, kBar},
      {kAtMost, &F::single, .1, kBar},
      {kAtLeast, &F::constant, .1, kBar}}},
    {"S",
     Place::kElsewhere,
     {{kAtLeast, &F::dense, .9, kSame},
      {kAtMost, &F::single, .1, kSame},
      {kAtLeast, &F::dense, .2, kBar},
      {kAtLeast, &F::links, .8, kBar},
      {kAtLeast, &F::off, .5, kBar},
      {kAtMost, &F::single, .1, kBar}}},
    {"S",
     Place::kRare,
     {{kAtLeast, &F::echo, .3, kRareEcho}, {kAtMost, &F::single, .1, kRareEcho}}},
    {"B",
     Place::kBorder,
     {{kBelow, &F::heads, .5, kBorder},
      {kAtLeast, &F::usual, .8, kBorder},
      {kAtLeast, &F::off, .5, kBorder}}},
    {"E",
     Place::kBare,
     {{kBelow, &F::heads, .5, kShort},
      {kAtLeast, &F::dense, .3, kShort},
      {kAtMost, &F::single, .1, kShort},
      {kAtMost, &F::words, 40, kShort},
      {kAtLeast, &F::dense, .8, {.words = 41}},
      {kAtLeast, &F::dense, .8, {.words = 10, .single = .2}}}},
};

const Rule* RuleOf(const Row& row) {
  for (const Rule& rule : Rules()) {
    if (rule.name == row.rule && rule.place == row.place) return &rule;
  }
  return nullptr;
}

bool HoldsAt(const Rule& rule, const Boundary& boundary, double value) {
  StyleFacts facts = boundary.base;
  facts.*boundary.fact = value;
  return rule.holds(facts, {});
}

TEST(SpineRules, EveryComparisonAtItsThreshold) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const Row& row : kTable) {
    const Rule* rule = RuleOf(row);
    ASSERT_NE(rule, nullptr) << row.rule;
    for (std::size_t i = 0; i < row.boundaries.size(); ++i) {
      SCOPED_TRACE(std::string(row.rule) + ", comparison " + std::to_string(i));
      const Boundary& boundary = row.boundaries[i];
      const double at = boundary.threshold;
      const bool at_least = boundary.side == Boundary::kAtLeast;
      EXPECT_EQ(HoldsAt(*rule, boundary, at), boundary.side != Boundary::kBelow);
      EXPECT_EQ(HoldsAt(*rule, boundary, std::nextafter(at, -kInfinity)), !at_least);
      EXPECT_EQ(HoldsAt(*rule, boundary, std::nextafter(at, kInfinity)), at_least);
    }
  }
}

TEST(SpineRules, TableHasARowForEveryRule) {
  EXPECT_EQ(kTable.size(), Rules().size());
  for (std::size_t i = 0; i < Rules().size(); ++i) EXPECT_EQ(&Rules()[i], RuleOf(kTable[i]));
}

TEST(SpineRules, EveryRuleHasASentence) {
  for (const Rule& rule : Rules()) {
    const std::string name = "spine." + std::string(rule.name);
    EXPECT_TRUE(std::any_of(RuleTable().begin(), RuleTable().end(), [&](const RuleInfo& info) {
      return info.name == name;
    })) << name;
  }
}

// A landmark needs no link, and stands where it will.
TEST(SpineRules, LandmarksNeedLess) {
  StyleFacts facts = kLinks;
  facts.off = 0;
  EXPECT_EQ(FindRule(Place::kOutside, facts, {}), nullptr);
  facts.landmark = true;
  facts.out = 0;
  ASSERT_NE(FindRule(Place::kOutside, facts, {}), nullptr);
  EXPECT_EQ(FindRule(Place::kOutside, facts, {})->name, "O2");
}

TEST(SpineRules, FirstRuleOfThePlaceIsFound) {
  const StyleFacts all = {.coverage = 1, .dense = 1, .scoped = 1, .off = 1, .links = 1, .out = 1};
  ASSERT_NE(FindRule(Place::kOutside, all, {}), nullptr);
  EXPECT_EQ(FindRule(Place::kOutside, all, {})->name, "O1");
  EXPECT_EQ(FindRule(Place::kInside, all, {}), nullptr);
}

}  // namespace
}  // namespace thresh::spine
