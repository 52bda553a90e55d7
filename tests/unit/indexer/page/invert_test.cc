// What a block says of itself beside its words: whether it echoes the title of its page, and
// whether all of its words are numbers.
#include "indexer/page/invert.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "indexer/page/text_sums.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

// A block for each text.
Page Digest(const std::vector<std::string>& texts, const std::string& head = "") {
  std::string html = "<!DOCTYPE html><html><head>" + head + "</head><body>";
  for (const std::string& text : texts) html += "<p>" + text + "</p>";
  return HtmlPages(Segmentation::kTextNodes).Digest(html + "</body></html>");
}

bool EchoesTitle(const std::string& text, const std::string& title) {
  return Digest({"before it", text, "after it"}, "<title>" + title + "</title>").blocks[1].in_title;
}

TEST(InTitle, WordsInARowOfTheTitle) {
  const std::string title = "alpha beta gamma delta epsilon zeta";
  EXPECT_TRUE(EchoesTitle("alpha beta gamma", title));
  EXPECT_TRUE(EchoesTitle("gamma delta epsilon", title));
  EXPECT_TRUE(EchoesTitle("delta epsilon zeta", title));
  EXPECT_TRUE(EchoesTitle("Delta - EPSILON: zeta!", title));
  EXPECT_FALSE(EchoesTitle("alpha gamma epsilon", title));
  EXPECT_FALSE(EchoesTitle("gamma beta alpha", title));
  EXPECT_FALSE(EchoesTitle("epsilon zeta alpha", title));
  EXPECT_FALSE(EchoesTitle("here", title));
}

TEST(InTitle, AThirdOfTheTitleAtLeastAndAllAtMost) {
  const std::string title = "alpha beta gamma delta epsilon zeta";
  EXPECT_TRUE(EchoesTitle("beta gamma", title));
  EXPECT_FALSE(EchoesTitle("beta", title));
  EXPECT_TRUE(EchoesTitle("beta", "alpha beta gamma"));
  EXPECT_FALSE(EchoesTitle("alpha beta", title + " eta"));
  EXPECT_TRUE(EchoesTitle(title, title));
  EXPECT_FALSE(EchoesTitle(title + " eta", title));
}

TEST(InTitle, EveryBlockOfThePageIsAskedByItself) {
  const Page page = Digest({"alpha beta", "gamma", "alpha", "beta alpha", "alpha beta"},
                           "<title>alpha beta</title>");
  std::vector<bool> found;
  for (const Block& block : page.blocks) found.push_back(block.in_title);
  found.resize(5);
  EXPECT_EQ(found, (std::vector<bool>{true, false, true, false, true}));
}

// The title is no echo of itself.
TEST(InTitle, OnlyBlocksOfTheBody) {
  const Page page = Digest({"other words"}, "<title>alpha beta</title>");
  ASSERT_GT(page.blocks.size(), 1U);
  for (const Block& block : page.blocks) EXPECT_FALSE(block.in_title);
}

TEST(InTitle, NothingEchoesATitleWithoutWords) {
  for (const char* head : {"", "<title></title>", "<title> - </title>"}) {
    for (const Block& block : Digest({"alpha", "-", "beta gamma"}, head).blocks)
      EXPECT_FALSE(block.in_title) << head;
  }
}

Block BlockOf(const std::string& text) { return Digest({text}).blocks[0]; }

std::string Words(int count) {
  std::string words;
  for (int i = 0; i < count; ++i) words += "word ";
  return words;
}

TEST(Numbers, Only) {
  EXPECT_FALSE(BlockOf("no number here").only_numbers);
  EXPECT_FALSE(BlockOf("you are on page 27 of the guide to it").only_numbers);
  EXPECT_FALSE(BlockOf("page 27 of it").only_numbers);
  EXPECT_TRUE(BlockOf("27").only_numbers);
  EXPECT_TRUE(BlockOf("1 2 3 4").only_numbers);
  EXPECT_TRUE(BlockOf("$ 12.50").only_numbers);
  EXPECT_FALSE(BlockOf("12.50 euro").only_numbers);
}

// 15 % are no longer few: 3 of 20, but 2 of 14 are.
TEST(Numbers, FewAreLessThanFifteenPercent) {
  const auto is_folded = [](const std::string& text) {
    const Block block = BlockOf(text);
    return block.folded_hash != block.text_hash.low;
  };
  EXPECT_FALSE(is_folded(Words(17) + "1 2 3"));
  EXPECT_TRUE(is_folded(Words(18) + "1 2 3"));
  EXPECT_TRUE(is_folded(Words(12) + "1 2"));
}

// Where numbers are few, they are one word in the folded hash.
TEST(Numbers, FoldedHashDoesNotSeeAFew) {
  const auto with = [](const std::string& number) {
    return BlockOf("you are on page " + number + " of the guide to it");
  };
  EXPECT_EQ(with("27").folded_hash, with("28").folded_hash);
  EXPECT_NE(with("27").text_hash, with("28").text_hash);
  EXPECT_NE(with("27").folded_hash, with("27").text_hash.low);
  EXPECT_NE(with("27").folded_hash, with("many").folded_hash);
  for (const char* many : {"page 27 of it", "27", "1 27 3", "no number here"})
    EXPECT_EQ(BlockOf(many).folded_hash, BlockOf(many).text_hash.low) << many;
}

// More texts than the table has places, each twice and by two analyzers.
TEST(ShortTexts, SayWhatAHasherSays) {
  Result<std::unique_ptr<Analyzer>> plain = Analyzer::Make({});
  Result<std::unique_ptr<Analyzer>> other = Analyzer::Make({});
  ShortTexts texts;
  TextHasher hasher;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = "page " + std::to_string(i / 2 % 7000) +
                             (i % 3 == 0 ? std::string(ShortTexts::kMostBytes, 'x') : " of 9");
    Analyzer* analyzer = (i % 5 == 0 ? other : plain)->get();
    Block known, made;
    texts.SumUp(text, analyzer, &known);
    hasher.Begin(analyzer);
    hasher.AddText(text);
    hasher.SumUp(&made);
    ASSERT_EQ(known.text_hash, made.text_hash) << text;
    ASSERT_EQ(std::tuple(known.tokens, known.folded_hash, known.only_numbers),
              std::tuple(made.tokens, made.folded_hash, made.only_numbers));
  }
}

}  // namespace
}  // namespace thresh
