// Every comparison of the rule table at its limit. A comparison is a margin: it may fail by a tenth
// of its scale. Limits and scales are written here as numbers, so that a changed default of the
// parameter table fails as a changed comparison does.
#include "indexer/detect/spine/place/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/store/rule.h"

namespace thresh::spine {
namespace {

using F = StyleFacts;
using Fact = double F::*;

F Facts(const std::vector<std::pair<Fact, double>>& values, bool landmark = false) {
  F facts;
  for (const auto& [fact, value] : values) facts.*fact = value;
  facts.landmark = landmark;
  return facts;
}
F With(F facts, Fact fact, double value) {
  facts.*fact = value;
  return facts;
}

// The rule holds for `base` with `fact` at the last value, and not beyond it.
struct Boundary {
  Fact fact;
  double last;
  bool at_least;
  F base;
};
Boundary AtLeast(Fact fact, double limit, double scale, const F& base) {
  return {fact, limit - 0.1 * scale, true, base};
}
Boundary AtMost(Fact fact, double limit, double scale, const F& base) {
  return {fact, limit + 0.1 * scale, false, base};
}
// Its scale is a doubling.
Boundary AtMostLog(Fact fact, double limit, const F& base) {
  return {fact, limit * std::exp2(0.1), false, base};
}

struct Row {
  const char* rule;
  Place place;
  std::vector<Boundary> boundaries;
};

// Facts from which one step in one comparison makes the rule fail: other ways to hold are closed.
const F kOutside = Facts({{&F::coverage, 1}, {&F::out, 1}, {&F::dense, 1}});
const F kNavigation = Facts({{&F::coverage, .2}, {&F::dense, 1}, {&F::off, 1}, {&F::out, 1}});
const F kLandmark = Facts({{&F::coverage, 1}, {&F::dense, 1}, {&F::copies, 1}}, true);
const F kLandmarkOutside = With(kLandmark, &F::out, 1);
const F kLinks =
    Facts({{&F::coverage, 1}, {&F::dense, .2}, {&F::off, .2}, {&F::links, 1}, {&F::out, 1}});
const F kLinksByMean = With(With(kLinks, &F::dense, 0), &F::dense_mean, .2);
const F kEnd = Facts({{&F::coverage, 1}, {&F::dense, 1}, {&F::copies, 1}, {&F::edge, 1}});
const F kKnown = With(kEnd, &F::usual, 1);
const F kInside = With(With(kKnown, &F::child, 1), &F::mean_words, 6);
const F kInsideOff = With(kEnd, &F::off, 1);
const F kInsideBack = With(With(kKnown, &F::back, 1), &F::mean_words, 6);
const F kInsideLabels = With(With(kKnown, &F::back, 1), &F::labels, 3);
const F kContents = Facts({{&F::coverage, 1}, {&F::contents, 1}, {&F::copies, 1}}, true);
const F kPassages = Facts({{&F::coverage, 1}, {&F::passages, 1}, {&F::copies, 1}});
const F kLinkBar =
    Facts({{&F::coverage, 1}, {&F::usual, 1}, {&F::off, 1}, {&F::labels, 4}, {&F::copies, 1}});
const F kBar = Facts({{&F::coverage, 1},
                      {&F::dense, .5},
                      {&F::off, .6},
                      {&F::links, 1},
                      {&F::labels, 3},
                      {&F::copies, 1},
                      {&F::edge, 1}});
const F kShort = Facts({{&F::words, 10}, {&F::dense, .5}});
const F kLong = Facts({{&F::words, 50}, {&F::dense, 1}});
const F kOwn = Facts({{&F::words, 10}, {&F::dense, 1}, {&F::single, .5}});

const std::vector<Row> kTable = {
    {"O1",
     Place::kOutside,
     {AtLeast(&F::dense, .3, .3, kOutside), AtLeast(&F::out, .5, .5, kOutside),
      AtLeast(&F::coverage, .5, .5, kOutside), AtLeast(&F::coverage, .1, .5, kNavigation),
      AtLeast(&F::dense, .85, .2, kNavigation), AtLeast(&F::off, .8, .5, kNavigation),
      AtLeast(&F::coverage, .5, .5, kLandmark), AtMostLog(&F::copies, 2.2, kLandmark),
      AtLeast(&F::coverage, .1, .5, kLandmarkOutside)}},
    {"O2",
     Place::kOutside,
     {AtLeast(&F::links, .8, .4, kLinks), AtMost(&F::single, .1, .1, kLinks),
      AtLeast(&F::dense, .1, .2, kLinks), AtLeast(&F::dense_mean, .1, .2, kLinksByMean),
      AtLeast(&F::coverage, .5, .5, kLinks), AtLeast(&F::out, .5, .5, kLinks)}},
    {"O3",
     Place::kOutside,
     {AtLeast(&F::contents, .8, .3, kContents), AtLeast(&F::coverage, .5, .5, kContents),
      AtMostLog(&F::copies, 2.2, kContents)}},
    {"I1",
     Place::kInside,
     {AtLeast(&F::coverage, .8, .4, kInside), AtLeast(&F::edge, .5, .5, kInside),
      AtMostLog(&F::copies, 2.2, kInside), AtLeast(&F::dense, .85, .2, kInside),
      AtMost(&F::heads, .5, .5, kInside), AtLeast(&F::child, .5, .5, kInside),
      AtLeast(&F::mean_words, 5, 1, kInside), AtLeast(&F::off, .5, .5, kInsideOff),
      AtLeast(&F::back, .5, .5, kInsideBack), AtLeast(&F::mean_words, 5, 1, kInsideBack),
      AtLeast(&F::labels, 2, 1, kInsideLabels), AtLeast(&F::usual, .75, .3, kInside)}},
    {"I2",
     Place::kInside,
     {AtLeast(&F::coverage, .8, .4, kBar), AtLeast(&F::edge, .5, .5, kBar),
      AtMostLog(&F::copies, 2.2, kBar), AtLeast(&F::dense, .2, .2, kBar),
      AtLeast(&F::links, .8, .4, kBar), AtLeast(&F::off, .5, .5, kBar),
      AtMost(&F::single, .1, .1, kBar), AtLeast(&F::labels, 2, 1, kBar)}},
    {"I3",
     Place::kInside,
     {AtLeast(&F::coverage, .7, .5, kPassages), AtMostLog(&F::copies, 2.2, kPassages),
      AtMost(&F::heads, .5, .5, kPassages), AtLeast(&F::passages, .6, .3, kPassages),
      AtLeast(&F::usual, .75, .3, kLinkBar), AtLeast(&F::off, .8, .5, kLinkBar),
      AtLeast(&F::labels, 3, 1, kLinkBar)}},
    {"E",
     Place::kBare,
     {AtMost(&F::heads, .5, .5, kShort), AtLeast(&F::dense, .3, .3, kShort),
      AtMost(&F::single, .1, .1, kShort), AtMostLog(&F::words, 40, kShort),
      AtLeast(&F::dense, .8, .3, kLong), AtLeast(&F::dense, .8, .3, kOwn)}},
};

std::string RuleFor(Place place, const F& facts) {
  const Rule* rule = FindRule(place, facts, {});
  return rule == nullptr ? "" : std::string(rule->name);
}

TEST(SpineRules, EveryComparisonAtItsLimit) {
  constexpr double kStep = 1e-6;  // more than what rounding is forgiven
  for (const Row& row : kTable) {
    for (std::size_t i = 0; i < row.boundaries.size(); ++i) {
      SCOPED_TRACE(std::string(row.rule) + ", comparison " + std::to_string(i));
      const Boundary& boundary = row.boundaries[i];
      const double within = boundary.at_least ? kStep : -kStep;
      const auto rule_at = [&](double value) {
        return RuleFor(row.place, With(boundary.base, boundary.fact, value));
      };
      EXPECT_EQ(rule_at(boundary.last + within), row.rule);
      EXPECT_EQ(rule_at(boundary.last - within), "");
    }
  }
}

// A rule is as good as its weakest comparison: that many fail by a little does not add up, and that
// the others hold by far does not help.
TEST(SpineRules, MarginsDoNotAddUp) {
  const F slack = Facts({{&F::coverage, .77},
                         {&F::edge, .46},
                         {&F::copies, 2.1},
                         {&F::dense, .84},
                         {&F::heads, .54},
                         {&F::child, .46},
                         {&F::usual, .73},
                         {&F::mean_words, 4.95}});
  EXPECT_EQ(RuleFor(Place::kInside, slack), "I1");
  EXPECT_EQ(RuleFor(Place::kInside, With(kInside, &F::dense, .82)), "");
}

// A style without words has no shares, and no rule holds for it.
TEST(SpineRules, NothingHoldsForNoWords) {
  for (const Place place : {Place::kOutside, Place::kInside, Place::kBare})
    EXPECT_EQ(RuleFor(place, {}), "");
}

TEST(SpineRules, EveryRuleIsTested) {
  std::set<std::string> rules, tested;
  for (const Rule& rule : Rules()) rules.emplace(rule.name);
  for (const Row& row : kTable) tested.emplace(row.rule);
  EXPECT_EQ(rules, tested);
}

// The other two witnesses have one sentence each.
TEST(SpineRules, EveryRuleHasASentence) {
  std::vector<std::string> names = {"spine.length", "spine.head", "spine.tail"};
  for (const Rule& rule : Rules()) names.push_back("spine." + std::string(rule.name));
  for (const std::string& name : names) {
    EXPECT_TRUE(std::any_of(RuleTable().begin(), RuleTable().end(), [&](const RuleInfo& info) {
      return info.name == name;
    })) << name;
  }
}

// A landmark stands where it will.
TEST(SpineRules, LandmarksNeedLess) {
  F facts = With(kLinks, &F::out, 0);
  EXPECT_EQ(RuleFor(Place::kOutside, facts), "");
  facts.landmark = true;
  EXPECT_EQ(RuleFor(Place::kOutside, facts), "O2");
}

// A block inside is known by texts that nearly all pages have, or by long ones.
TEST(SpineRules, LongTextsNeedNotBeUsual) {
  const F rare = With(kInside, &F::usual, 0);
  EXPECT_EQ(RuleFor(Place::kInside, rare), "");
  EXPECT_EQ(RuleFor(Place::kInside, With(rare, &F::passages, .6)), "I1");
}

TEST(SpineRules, FirstRuleOfThePlaceIsFound) {
  const F all =
      Facts({{&F::coverage, 1}, {&F::dense, 1}, {&F::off, 1}, {&F::links, 1}, {&F::out, 1}});
  EXPECT_EQ(RuleFor(Place::kOutside, all), "O1");
  EXPECT_EQ(RuleFor(Place::kInside, all), "");
}

}  // namespace
}  // namespace thresh::spine
