#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "indexer/detect/detector.h"
#include "indexer/detect/shingle/pairs.h"
#include "tests/support/dice.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

// Every pair is compared, and groups grow until nothing changes.
std::vector<std::uint32_t> SlowGroups(const std::vector<ShingleSet>& sets) {
  std::vector<std::uint32_t> first(sets.size());
  for (std::uint32_t i = 0; i < sets.size(); ++i) first[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      for (std::size_t j = 0; j < sets.size(); ++j) {
        const std::set<std::uint64_t> a(sets[i].begin(), sets[i].end()),
            b(sets[j].begin(), sets[j].end());
        std::set<std::uint64_t> common, all = a;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                              std::inserter(common, common.end()));
        all.insert(b.begin(), b.end());
        if (common.size() * 10 < all.size() * 9 || first[i] >= first[j]) continue;
        first[j] = first[i];
        changed = true;
      }
    }
  }
  return first;
}

ShingleSet Sorted(const std::set<std::uint64_t>& set) { return {set.begin(), set.end()}; }

TEST(ShinglePairs, AgreesWithTheSlowOne) {
  Dice dice(11);
  for (int round = 0; round < 30; ++round) {
    std::vector<ShingleSet> sets;
    for (std::uint32_t n = 1 + dice.Below(25); n > 0; --n) {
      std::set<std::uint64_t> set;
      if (!sets.empty() && dice.Below(3) != 0) {
        const ShingleSet& like = sets[dice.Below(sets.size())];
        set.insert(like.begin(), like.end());
        for (std::uint32_t k = dice.Below(4); k > 0 && !set.empty(); --k)
          set.erase(std::next(set.begin(), dice.Below(set.size())));
      }
      for (std::uint32_t k = 1 + dice.Below(set.empty() ? 40 : 3); k > 0; --k)
        set.insert(dice.Below(500));
      sets.push_back(Sorted(set));
    }
    EXPECT_EQ(GroupByResemblance(sets), SlowGroups(sets));
  }
}

TEST(ShinglePairs, NineInTenIsEnough) {
  const ShingleSet ten = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(GroupByResemblance(std::vector{ten, ShingleSet(ten.begin() + 1, ten.end())}),
            (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(GroupByResemblance(std::vector{ten, ShingleSet(ten.begin() + 2, ten.end())}),
            (std::vector<std::uint32_t>{0, 1}));
}

// Pages with one bar in which `changed` of 45 words is another on every page, and a story of their
// own.
std::size_t StruckBars(double grouping, bool changed) {
  DetectorConfig config;
  config.Set("shingle.grouping", grouping);
  const auto detector = FindDetector("shingle")->make(config);
  for (std::uint32_t doc = 0; doc < 12; ++doc) {
    const std::string number = std::to_string(doc);
    std::string bar = changed ? "page" + number : "home";
    for (int word = 1; word < 45; ++word) bar += " bar" + std::to_string(word);
    PageMaker maker;
    maker.Add("bar", bar).Add("story", "story" + number + " once" + number + " upon" + number);
    detector->Observe(maker.Make(), {DocId(doc), SiteId(0)});
  }
  std::size_t bars = 0;
  for (const Strike& strike : detector->Conclude().strikes)
    bars += strike.block == BlockNo(0) ? 1U : 1000U;
  return bars;
}

// Each way of grouping sees equal bars; only resemblance is sure to see nearly equal ones.
TEST(Shingle, Groupings) {
  for (double grouping : {0.0, 1.0, 2.0}) EXPECT_EQ(StruckBars(grouping, false), 12u) << grouping;
  EXPECT_EQ(StruckBars(2, true), 12u);
}

// Strikes of a site with three copies of a bar on each page.
std::size_t StruckCopies(std::uint32_t pages) {
  const auto detector = FindDetector("shingle")->make({});
  for (std::uint32_t doc = 0; doc < pages; ++doc) {
    PageMaker maker;
    for (int copy = 0; copy < 3; ++copy) maker.Add("bar", "home news sports contact");
    maker.Add("story", "story " + std::to_string(doc));
    detector->Observe(maker.Make(), {DocId(doc), SiteId(0)});
  }
  return detector->Conclude().strikes.size();
}

TEST(Shingle, SupportIsOfPagesAndNotOfBlocks) {
  EXPECT_EQ(StruckCopies(4), 0u);
  EXPECT_EQ(StruckCopies(5), 15u);
}

}  // namespace
}  // namespace thresh
