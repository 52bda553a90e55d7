#include "indexer/compare/score.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

// A gold page of tokens 0, 1, 2, ... with these labels, a letter each.
GoldPage MakeGold(std::string_view labels) {
  GoldPage page;
  for (const char letter : labels) {
    const auto at = static_cast<std::uint32_t>(page.tokens.size());
    page.tokens.push_back(at);
    page.labels.push_back(letter == 'C'   ? GoldLabel::kContent
                          : letter == 'T' ? GoldLabel::kTemplate
                                          : GoldLabel::kUnscored);
    if (letter != 'T') continue;
    if (page.blocks.empty() || page.blocks.back().second != at) page.blocks.emplace_back(at, at);
    page.blocks.back().second = at + 1;
  }
  return page;
}

// The same tokens as indexed: a letter each says kept (k), removed (r) or lost (.); blocks of
// `block_tokens`.
IndexedPage MakeIndexed(std::string_view verdicts, std::uint32_t block_tokens) {
  IndexedPage page;
  for (std::uint32_t at = 0; at < verdicts.size(); ++at) {
    if (verdicts[at] == '.') continue;
    page.tokens.push_back(at);
    page.blocks.push_back(at / block_tokens);
    page.removed.push_back(verdicts[at] == 'r');
  }
  return page;
}

TEST(Score, CountsTokensByLabelAndVerdict) {
  const Score s = ScorePage(MakeGold("TTTTCCCCCCVV"), MakeIndexed("rrrkkkkkkrrk", 4));
  EXPECT_EQ(s.template_removed, 3U);
  EXPECT_EQ(s.template_kept, 1U);
  EXPECT_EQ(s.content_removed, 1U);
  EXPECT_EQ(s.content_kept, 5U);
  EXPECT_EQ(s.tokens, 12U);
  EXPECT_DOUBLE_EQ(s.Precision(), 0.75);
  EXPECT_DOUBLE_EQ(s.Recall(), 0.75);
  EXPECT_DOUBLE_EQ(s.F1(), 0.75);
  EXPECT_DOUBLE_EQ(s.Kept(), 5.0 / 6);
  EXPECT_DOUBLE_EQ(s.TemplateShare(), 0.4);
  EXPECT_DOUBLE_EQ(s.Damaged(), 1);
}

TEST(Score, ATokenThatTheIndexLostCountsAsRemoved) {
  const Score s = ScorePage(MakeGold("TTCCCC"), MakeIndexed("..kkk.", 1));
  EXPECT_EQ(s.unaligned, 3U);
  EXPECT_EQ(s.template_removed, 2U);
  EXPECT_EQ(s.content_removed, 1U);
  EXPECT_DOUBLE_EQ(s.Unaligned(), 0.5);
}

TEST(Score, RatiosOfNothing) {
  const Score kept = ScorePage(MakeGold("TC"), MakeIndexed("kk", 1));
  EXPECT_DOUBLE_EQ(kept.Precision(), 1);
  EXPECT_DOUBLE_EQ(kept.Recall(), 0);
  EXPECT_DOUBLE_EQ(kept.F1(), 0);
  const Score bare = ScorePage(MakeGold("CC"), MakeIndexed("kk", 1));
  EXPECT_DOUBLE_EQ(bare.Recall(), 1);
  EXPECT_DOUBLE_EQ(bare.BlockScore(), 1);
  EXPECT_DOUBLE_EQ(bare.Damaged(), 0);
  EXPECT_DOUBLE_EQ(ScorePage(MakeGold("TT"), MakeIndexed("rr", 1)).Kept(), 1);
}

TEST(Score, ABlockIsDetectedFromEightyPercentOn) {
  EXPECT_EQ(ScorePage(MakeGold("TTTTTCTTTTT"), MakeIndexed("rrrrkkrrrkk", 1)).blocks_detected, 1U);
  const Score s =
      ScorePage(MakeGold("TTTTTTCTVT"), MakeIndexed("rrrrkkkrkr", 1));  // 4 of 6, 1 of 1, 1 of 1
  EXPECT_EQ(s.blocks, 3U);
  EXPECT_EQ(s.blocks_detected, 2U);
}

TEST(Score, APageIsDamagedAboveTwoPercent) {
  const std::string content(100, 'C');
  const auto lost = [&](std::size_t n) {
    return ScorePage(MakeGold(content),
                     MakeIndexed(std::string(n, 'r') + std::string(100 - n, 'k'), 1));
  };
  EXPECT_EQ(lost(2).damaged_pages, 0U);
  EXPECT_EQ(lost(3).damaged_pages, 1U);
  Score both = lost(2);
  both.Add(lost(3));
  EXPECT_DOUBLE_EQ(both.Damaged(), 0.5);
  EXPECT_EQ(both.content_removed, 5U);
}

TEST(Score, ThePageThatLosesExactlyTheLimitIsNotDamaged) {
  constexpr std::size_t kTokens = 10'000, kLimit = kTokens / 50;
  const std::string content(kTokens, 'C');
  for (const std::size_t lost : {kLimit - 1, kLimit, kLimit + 1}) {
    const std::string verdicts = std::string(lost, 'r') + std::string(kTokens - lost, 'k');
    const Score score = ScorePage(MakeGold(content), MakeIndexed(verdicts, 1));
    EXPECT_EQ(score.content_removed, lost);
    EXPECT_EQ(score.damaged_pages, lost > kLimit ? 1U : 0U) << lost;
  }
}

TEST(Score, LinesAreBlocksOfTheIndex) {
  // Lines of three: TTT kept (wrong), TTT removed, CCT kept, CCC removed (wrong), VVV not counted.
  const Score s = ScorePage(MakeGold("TTTTTTCCTCCCVVV"), MakeIndexed("kkkrrrkkkrrrkkk", 3));
  EXPECT_EQ(s.lines_content, 2U);
  EXPECT_EQ(s.lines_kept, 2U);
  EXPECT_EQ(s.lines_content_kept, 1U);
  EXPECT_DOUBLE_EQ(s.LinePrecision(), 0.5);
  EXPECT_DOUBLE_EQ(s.LineRecall(), 0.5);
  EXPECT_DOUBLE_EQ(s.LineF1(), 0.5);
}

TEST(Score, LineF1OfAllAndMeanOfThePages) {
  Score sum = ScorePage(MakeGold("CCCC"), MakeIndexed("kkkk", 1));  // four lines, all right: 1
  sum.Add(ScorePage(MakeGold("CT"), MakeIndexed("kk", 1)));         // precision 1/2, recall 1: 2/3
  EXPECT_DOUBLE_EQ(sum.LinePrecision(), 5.0 / 6);
  EXPECT_DOUBLE_EQ(sum.LineF1(), 10.0 / 11);
  EXPECT_DOUBLE_EQ(sum.LineF1Mean(), (1 + 2.0 / 3) / 2);
}

}  // namespace
}  // namespace thresh
