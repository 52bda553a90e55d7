#include "indexer/detect/bsc_wfc/exact_texts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/support/dice.h"

namespace thresh {
namespace {

RunBlockInfo BlockOn(std::uint32_t doc, std::uint32_t text, std::uint32_t style = 0,
                     std::uint32_t tokens = 4) {
  RunBlockInfo block;
  block.doc = DocId(doc);
  block.style = {style, style};
  block.text_hash = {text, text};
  block.tokens = block.distinct = tokens;
  return block;
}

TEST(ExactTexts, FivePagesInAnyPlace) {
  std::vector<RunBlockInfo> blocks;
  for (std::uint32_t doc = 0; doc < 4; ++doc) blocks.push_back(BlockOn(doc, 7, doc));
  EXPECT_FALSE(ExactTexts(blocks, 5).IsTemplate(RunBlock(0)));
  blocks.push_back(BlockOn(3, 7, 9));  // again on the same page
  EXPECT_FALSE(ExactTexts(blocks, 5).IsTemplate(RunBlock(0)));
  blocks.push_back(BlockOn(4, 7, 1));
  const ExactTexts exact(blocks, 5);
  EXPECT_EQ(exact.pages(RunBlock(4)), 5u);
  for (std::uint32_t b = 0; b < 6; ++b) EXPECT_TRUE(exact.IsTemplate(RunBlock(b)));
}

TEST(ExactTexts, ShortTextsCountInOneStyle) {
  std::vector<RunBlockInfo> blocks;
  for (std::uint32_t doc = 0; doc < 8; ++doc) blocks.push_back(BlockOn(doc, 7, doc % 2, 3));
  EXPECT_FALSE(ExactTexts(blocks, 5).IsTemplate(RunBlock(0)));
  blocks.push_back(BlockOn(8, 7, 1, 3));
  const ExactTexts exact(blocks, 5);
  EXPECT_FALSE(exact.IsTemplate(RunBlock(0)));
  EXPECT_TRUE(exact.IsTemplate(RunBlock(1)));
}

TEST(ExactTexts, NoneFindsNothing) {
  const std::vector<RunBlockInfo> blocks(9);
  EXPECT_FALSE(ExactTexts().IsTemplate(RunBlock(3)));
  EXPECT_TRUE(ExactTexts().Superfluous(blocks).empty());
}

TEST(ExactTexts, AgreesWithSetsOnRandomBlocks) {
  Dice dice(31);
  int found = 0, superfluous = 0;
  for (int round = 0; round < 300; ++round) {
    using Key = std::tuple<SiteId, Hash128, Hash128>;
    std::map<Key, std::set<DocId>> pages, of_style;
    std::vector<RunBlockInfo> blocks;
    const auto key = [](const RunBlockInfo& b) {
      return Key(b.site, b.text_hash, b.tokens < 4 ? b.style : Hash128());
    };
    const auto takes_part = [](const RunBlockInfo& b) {
      return !b.duplicate && b.field == Field::kBody;
    };
    for (std::uint32_t doc = 0; doc < 30; ++doc) {
      const SiteId site(dice.Below(2));
      const bool duplicate = dice.Below(8) == 0;
      for (std::uint32_t n = dice.Below(5); n > 0; --n) {
        const std::uint32_t text = dice.Below(4);
        RunBlockInfo& block = blocks.emplace_back(BlockOn(doc, text, 1 + dice.Below(2), 2 + text));
        block.site = site;
        block.duplicate = duplicate;
        if (dice.Below(9) == 0) block.field = Field::kTitle;
        if (takes_part(block)) pages[key(block)].insert(block.doc);
      }
    }
    const ExactTexts exact(blocks, 5);
    const std::vector<bool> left_out = exact.Superfluous(blocks);
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      const std::size_t expected = takes_part(blocks[b]) ? pages[key(blocks[b])].size() : 0;
      ASSERT_EQ(exact.pages(RunBlock(b)), expected);
      ASSERT_EQ(exact.IsTemplate(RunBlock(b)), expected >= 5);
      if (expected < 5) {
        ASSERT_FALSE(left_out[b]);
        continue;
      }
      auto& before = of_style[{blocks[b].site, blocks[b].text_hash, blocks[b].style}];
      before.insert(blocks[b].doc);
      ASSERT_EQ(left_out[b], before.size() > 5);
      ++found;
      superfluous += left_out[b] ? 1 : 0;
    }
  }
  EXPECT_GT(found, 1'000);
  EXPECT_GT(superfluous, 50);
}

}  // namespace
}  // namespace thresh
