#include "indexer/route/shard_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace thresh {
namespace {

TEST(SiteOfUrl, IsTheHostThatABuildSees) {
  EXPECT_EQ(SiteOfUrl("HTTP://Example.ORG:80/a"), "example.org");
  EXPECT_EQ(SiteOfUrl("https://user@example.org/"), "example.org");
  EXPECT_EQ(SiteOfUrl("dns:example.org"), "-");
  EXPECT_EQ(SiteOfUrl("page.html"), "-");
}

TEST(SiteSizes, TextGoesAndComesBack) {
  const SiteSizes sizes = {{"a", {1, 20}}, {"b", {2, 30}}, {"c", {3, 30}}};
  EXPECT_EQ(SizesText(sizes), "b\t2\t30\nc\t3\t30\na\t1\t20\n");
  const auto twice = ParseSizes(SizesText(sizes) + SizesText(sizes), "f");
  ASSERT_TRUE(twice.ok());
  EXPECT_EQ(twice.value().at("c").bytes, 60U);
  EXPECT_EQ(twice.value().at("c").records, 6U);
}

TEST(SiteSizes, BadRowsAreNamed) {
  for (const char* bad : {"a\t1\n", "a\tx\t1\n", "\t1\t1\n", "a\t1\t1\t1\n", "\n"}) {
    const auto sizes = ParseSizes(std::string("ok\t1\t1\n") + bad, "f.tsv");
    ASSERT_FALSE(sizes.ok()) << bad;
    EXPECT_EQ(sizes.status().code(), Code::kUnusable);
    EXPECT_NE(sizes.status().message().find("f.tsv: line 2"), std::string::npos);
  }
}

TEST(ShardPlan, HashesUseAllShards) {
  const ShardPlan plan(8);
  std::vector<int> sites(8);
  for (int n = 0; n < 800; ++n) ++sites[plan.Of("s" + std::to_string(n)).value()];
  for (const int count : sites) EXPECT_GT(count, 50);
  // A plan by hash is part of the contract with tasks on other machines: it must never change.
  EXPECT_EQ(ShardPlan(1000).Of("example.org").value(), ShardPlan(1000).Of("example.org").value());
}

TEST(ShardPlan, LargestFirstToTheLeastLoaded) {
  const ShardPlan plan({{"a", {1, 5}}, {"b", {1, 9}}, {"c", {1, 4}}, {"d", {1, 4}}}, 2);
  EXPECT_EQ(plan.Of("b").value(), 0U);
  EXPECT_EQ(plan.Of("a").value(), 1U);
  EXPECT_EQ(plan.Of("c").value(), 1U);  // 5 bytes against 9
  EXPECT_EQ(plan.Of("d").value(), 0U);  // a tie of 9: the first shard
  const auto none = plan.Of("e");
  EXPECT_EQ(none.status().code(), Code::kUnusable);
  EXPECT_NE(none.status().message().find("lacks the site e"), std::string::npos);
}

// The slow twin looks at all shards for each site.
TEST(ShardPlan, TwinThatLooksAtAllShards) {
  std::mt19937 dice(7);
  for (int round = 0; round < 50; ++round) {
    SiteSizes sizes;
    for (int n = 0; n < 60; ++n)
      sizes["s" + std::to_string(dice() % 90)] = {1, dice() % (round % 2 ? 5 : 5000)};
    const auto shards = static_cast<std::uint32_t>(1 + dice() % 9);
    std::map<std::string, SiteSize> left(sizes.begin(), sizes.end());
    std::vector<std::uint64_t> loads(shards);
    const ShardPlan plan(sizes, shards);
    while (!left.empty()) {
      auto largest = left.begin();
      for (auto it = left.begin(); it != left.end(); ++it)
        if (it->second.bytes > largest->second.bytes) largest = it;
      const auto least = std::min_element(loads.begin(), loads.end());
      EXPECT_EQ(plan.Of(largest->first).value(), least - loads.begin());
      *least += largest->second.bytes;
      left.erase(largest);
    }
  }
}

}  // namespace
}  // namespace thresh
