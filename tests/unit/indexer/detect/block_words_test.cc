#include "indexer/detect/block_words.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/dice.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

std::string Text(const Page& page, std::span<const TermId> words) {
  std::string text;
  for (TermId word : words) text += (text.empty() ? "" : " ") + std::string(page.terms[word.value]);
  return text;
}

TEST(BlockWords, GivesBackWhatWasInverted) {
  Dice dice(1);
  BlockWords words;
  for (int round = 0; round < 50; ++round) {
    PageMaker maker;
    std::vector<std::string> texts(1 + dice.Below(6));
    for (std::string& text : texts) {
      for (std::uint32_t n = dice.Below(12); n > 0; --n) {
        text += (text.empty() ? "w" : " w") + std::to_string(dice.Below(5));
      }
      maker.Add("style", text);
    }
    maker.Words(maker.AddBlock("style", Field::kTitle), "a title is not of the body");
    const Page page = maker.Make();
    words.Read(page);
    ASSERT_EQ(words.blocks(), texts.size());
    for (std::uint32_t b = 0; b < texts.size(); ++b)
      EXPECT_EQ(Text(page, words.of(BlockNo(b))), texts[b]);
  }
}

// A nested block stands in the middle of its parent's words.
TEST(BlockWords, BlocksOfSeveralSpans) {
  PageMaker maker;
  const BlockNo outer = maker.AddBlock("outer"), inner = maker.AddBlock("inner");
  maker.Words(outer, "a b").Words(inner, "x y").Words(outer, "c");
  const Page page = maker.Make();
  BlockWords words;
  words.Read(page);
  EXPECT_EQ(Text(page, words.of(outer)), "a b c");
  EXPECT_EQ(Text(page, words.of(inner)), "x y");
}

// A stop word keeps its offset and has no posting.
TEST(BlockWords, StopWordsAreLeftOut) {
  PageMaker maker;
  maker.Add("style", "the cat and the hat").Add("style", "the end");
  Page page = maker.Make();
  std::erase_if(page.postings, [&](const BlockPosting& p) {
    const std::string_view term = page.terms[p.term.value];
    return term == "the" || term == "and";
  });
  BlockWords words;
  words.Read(page);
  EXPECT_EQ(Text(page, words.of(BlockNo(0))), "cat hat");
  EXPECT_EQ(Text(page, words.of(BlockNo(1))), "end");
}

}  // namespace
}  // namespace thresh
