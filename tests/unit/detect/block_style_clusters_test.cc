#include "indexer/detect/block_style_clusters.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/dice.h"

namespace thresh {
namespace {

TEST(BlockStyleClusters, AgreesWithAMapOnRandomBlocks) {
  Dice dice(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<RunBlockInfo> blocks(dice.Below(200));
    std::map<std::pair<std::uint32_t, Hash128>, std::vector<RunBlock>> expected;
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      RunBlockInfo& block = blocks[b];
      block.site = SiteId(dice.Below(3));
      block.style = {dice.Below(3), dice.Below(4)};
      block.distinct = dice.Below(4);
      block.duplicate = dice.Below(5) == 0;
      block.field = dice.Below(6) == 0 ? Field::kTitle : Field::kBody;
      if (block.distinct == 0 || block.duplicate || block.field != Field::kBody) continue;
      expected[{block.site.value, block.style}].push_back(RunBlock(b));
    }
    std::erase_if(expected, [](const auto& cluster) { return cluster.second.size() < 5; });

    const BlockStyleClusters clusters(blocks, 5);
    ASSERT_EQ(clusters.size(), expected.size());
    std::size_t in_some = 0;
    for (std::uint32_t c = 0; c < clusters.size(); ++c) {
      const auto members = clusters.members(c);
      const RunBlockInfo& first = blocks[members[0].value];
      const auto& same = expected.at({first.site.value, first.style});
      EXPECT_EQ(std::vector<RunBlock>(members.begin(), members.end()), same);
      for (std::uint32_t m = 0; m < members.size(); ++m) {
        EXPECT_EQ(clusters.place(members[m]).cluster, c);
        EXPECT_EQ(clusters.place(members[m]).member, m);
      }
      EXPECT_TRUE(c == 0 || clusters.members(c - 1)[0] < members[0]);
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
