#include "indexer/page/outline.h"

#include <gtest/gtest.h>

#include "tests/support/dice.h"

namespace thresh {
namespace {

// The slow, obvious twin: cut at white space, join with one blank.
std::string SlowCollapse(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
      words.emplace_back();
    } else if (c != '\0') {
      words.back() += c;
    }
  }
  std::string joined;
  for (const std::string& word : words) {
    if (!word.empty()) joined += (joined.empty() ? "" : " ") + word;
  }
  return joined;
}

TEST(CollapseSpace, AgreesWithTheTwin) {
  const std::string alphabet("ab \t\n\r\f\v\0\xC2\xA0", 11), plain = "abcdefghi ";
  Dice dice(2);
  for (int round = 0; round < 40'000; ++round) {
    // In every other round most of the text may be copied as it stands.
    const std::uint32_t rare = round % 2 == 0 ? 1 : 20;
    std::string text;
    for (std::uint32_t n = dice.Below(20 + rare); n > 0; --n)
      text += dice.Below(rare) == 0 ? alphabet[dice.Below(alphabet.size())]
                                    : plain[dice.Below(plain.size())];
    ASSERT_EQ(CollapseSpace(text), SlowCollapse(text));
  }
}

std::vector<std::string> Spans(const Outline& outline) {
  std::vector<std::string> spans;
  for (const Span& span : outline.spans) {
    spans.push_back((span.glued ? "+" : "") + std::to_string(span.block.value) + ":" +
                    outline.text.substr(span.text_begin, span.text_end - span.text_begin));
  }
  return spans;
}

TEST(OutlineWriter, GluesWhatTouches) {
  Outline outline;
  OutlineWriter writer(&outline, {});
  const BlockNo block(0);
  writer.Text("a", block);
  writer.Text("b ", block);
  writer.Text("c", block);
  writer.Text(" d", block);
  writer.Text("  ", block);
  writer.Text("e", block);
  writer.Break();
  writer.Text("f", block);
  writer.Text("", block);
  writer.Text("g", block);
  EXPECT_EQ(Spans(outline),
            (std::vector<std::string>{"0:a", "+0:b", "0:c", "0:d", "0:e", "0:f", "+0:g"}));
}

// Random texts: joined as the flags say they are the twin of the whole.
TEST(OutlineWriter, SpansAndFlagsSayTheWholeText) {
  const std::string alphabet = "ab \n";
  Dice dice(3);
  for (int round = 0; round < 5'000; ++round) {
    Outline outline;
    OutlineWriter writer(&outline, {});
    std::string all, joined;
    for (std::uint32_t nodes = dice.Below(8); nodes > 0; --nodes) {
      std::string text;
      for (std::uint32_t n = dice.Below(round % 2 == 0 ? 5 : 30); n > 0; --n)
        text += alphabet[dice.Below(round % 4 < 2 ? alphabet.size() : 3)];
      writer.Text(text, BlockNo(0));
      all += text;
    }
    for (const Span& span : outline.spans) {
      EXPECT_LT(span.text_begin, span.text_end);
      if (!span.glued && !joined.empty()) joined += ' ';
      joined += outline.text.substr(span.text_begin, span.text_end - span.text_begin);
    }
    ASSERT_EQ(joined, SlowCollapse(all));
  }
}

TEST(OutlineWriter, PositionsAreRanksBelowTheParent) {
  Outline outline;
  OutlineWriter writer(&outline, {});
  const BlockNo first = writer.Open(BlockNo(0), {1});
  const BlockNo inner = writer.Open(first, {2});
  const BlockNo second = writer.Open(BlockNo(0), {1});
  EXPECT_EQ(outline.blocks[inner.value].parent, first.value);
  EXPECT_EQ(outline.blocks[inner.value].rank, 1u);
  EXPECT_EQ(outline.blocks[second.value].rank, 2u);
  EXPECT_EQ(outline.blocks[0].children, 2u);
}

TEST(OutlineWriter, StyleIsEqualForEqualAttributesAndPosition) {
  const auto style = [](std::int32_t tag, std::int32_t width, int before, bool nested) {
    Outline outline;
    OutlineWriter writer(&outline, {});
    BlockNo parent = nested ? writer.Open(BlockNo(0), {6}) : BlockNo(0);
    for (int i = 0; i < before; ++i) writer.Open(parent, {9, 9});
    return StyleOf(outline.blocks[writer.Open(parent, {tag, 0, width}).value]);
  };
  EXPECT_EQ(style(1, 5, 2, true), style(1, 5, 2, true));
  EXPECT_NE(style(1, 5, 2, true), style(2, 5, 2, true));
  EXPECT_NE(style(1, 5, 2, true), style(1, 6, 2, true));
  EXPECT_NE(style(1, 5, 2, true), style(1, 5, 3, true));
  EXPECT_NE(style(1, 5, 2, true), style(1, 5, 2, false));
}

TEST(OutlineWriter, ABlockHasNoMoreChildrenThanPositionsCanCount) {
  Outline outline;
  OutlineWriter writer(&outline, {});
  for (int i = 0; i < 65'535; ++i) ASSERT_NE(writer.Open(BlockNo(0), {2}), BlockNo(0));
  EXPECT_EQ(writer.Open(BlockNo(0), {2}), BlockNo(0));
  EXPECT_NE(writer.Open(BlockNo(1), {2}), BlockNo(1));
}

}  // namespace
}  // namespace thresh
