#include "indexer/detect/bsc_wfc/block_style_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "tests/support/dice.h"

namespace thresh {
namespace {

TEST(BlockStyleClusters, AgreesWithAMapOnRandomBlocks) {
  Dice dice(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<RunBlockInfo> blocks(dice.Below(200));
    BlockStyleClusters::Options options;
    options.second_try = round % 2 == 1;
    if (round % 3 == 0) options.left_out.resize(blocks.size());
    std::map<std::pair<std::uint32_t, Hash128>, std::vector<RunBlock>> expected, second;
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      RunBlockInfo& block = blocks[b];
      block.site = SiteId(dice.Below(3));
      block.style = {dice.Below(3), 1 + dice.Below(round % 2 == 1 ? 12 : 4)};
      block.distinct = dice.Below(4);
      block.duplicate = dice.Below(5) == 0;
      block.field = dice.Below(6) == 0 ? Field::kTitle : Field::kBody;
      if (block.distinct == 0 || block.duplicate || block.field != Field::kBody) continue;
      if (!options.left_out.empty() && (options.left_out[b] = dice.Below(3) == 0)) continue;
      expected[{block.site.value, block.style}].push_back(RunBlock(b));
    }
    for (const auto& [key, members] : expected) {
      if (members.size() >= 5 || !options.second_try) continue;
      auto& again = second[{key.first, {key.second.high, 0}}];
      again.insert(again.end(), members.begin(), members.end());
    }
    for (auto& [key, members] : second) {
      std::sort(members.begin(), members.end());
      expected[key] = members;
    }
    std::erase_if(expected, [](const auto& cluster) { return cluster.second.size() < 5; });

    const BlockStyleClusters clusters(blocks, options);
    ASSERT_EQ(clusters.size(), expected.size());
    std::size_t in_some = 0;
    bool was_second = false;
    for (std::uint32_t c = 0; c < clusters.size(); ++c) {
      const auto members = clusters.members(c);
      const RunBlockInfo& first = blocks[members[0].value];
      auto same = expected.find({first.site.value, first.style});
      const bool is_second = same == expected.end();
      if (is_second) same = expected.find({first.site.value, {first.style.high, 0}});
      ASSERT_NE(same, expected.end());
      EXPECT_EQ(std::vector<RunBlock>(members.begin(), members.end()), same->second);
      EXPECT_TRUE(is_second || !was_second) << "those of the second try come last";
      for (std::uint32_t m = 0; m < members.size(); ++m) {
        EXPECT_EQ(clusters.place(members[m]).cluster, c);
        EXPECT_EQ(clusters.place(members[m]).member, m);
      }
      EXPECT_TRUE(c == 0 || is_second != was_second || clusters.members(c - 1)[0] < members[0]);
      was_second = is_second;
      in_some += members.size();
    }
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      in_some += clusters.place(RunBlock(b)).cluster == BlockStyleClusters::kNone ? 1U : 0U;
    }
    EXPECT_EQ(in_some, blocks.size());
  }
}

}  // namespace
}  // namespace thresh
