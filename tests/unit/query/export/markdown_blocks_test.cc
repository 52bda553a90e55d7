// Blocks of Markdown inside quotes and lists.
#include "query/export/markdown_blocks.h"

#include <gtest/gtest.h>

#include <string>

namespace thresh {
namespace {

TEST(MarkdownBlocks, ItemsFollowAtOnceAndBlocksBelowAnEmptyLine) {
  std::string out;
  MarkdownBlocks blocks(&out);
  blocks.Add("before", true);
  blocks.OpenList(false);
  blocks.OpenItem();
  blocks.Add("one", true);
  blocks.Add("more", true);
  blocks.OpenList(true);
  blocks.OpenItem();
  blocks.Add("first", true);
  blocks.Close();
  blocks.OpenItem();  // without a block: leaves nothing, and counts
  blocks.Close();
  blocks.OpenItem();
  blocks.Add("```\na\n\nb\n```", false);
  blocks.Close();
  blocks.CloseList();
  blocks.Close();
  blocks.OpenItem();
  blocks.Add("two", true);
  blocks.Close();
  blocks.CloseList();
  blocks.Add("after", true);
  EXPECT_EQ(out,
            "before\n\n- one\n\n  more\n  1. first\n  3. ```\n     a\n\n     b\n     ```\n- two\n\n"
            "after");
}

TEST(MarkdownBlocks, ListsSideBySideAreTwo) {
  std::string out;
  MarkdownBlocks blocks(&out);
  for (const char* text : {"a", "b"}) {
    for (const bool numbered : {false, true}) {
      blocks.OpenList(numbered);
      blocks.OpenItem();
      blocks.Add(text, true);
      blocks.Close();
      blocks.CloseList();
    }
  }
  EXPECT_EQ(out, "- a\n\n1. a\n\n- b\n\n1. b");
  out.clear();
  MarkdownBlocks same(&out);
  for (const char* text : {"a", "b", "c"}) {
    same.OpenList(false);
    same.OpenItem();
    same.Add(text, true);
    same.Close();
    same.CloseList();
  }
  EXPECT_EQ(out, "- a\n\n* b\n\n- c");
}

TEST(MarkdownBlocks, ANumberThatWouldBeTextStandsBelowAnEmptyLine) {
  std::string out;
  MarkdownBlocks blocks(&out);
  blocks.OpenList(false);
  blocks.OpenItem();
  blocks.Add("text", true);
  blocks.OpenList(true);
  blocks.OpenItem();
  blocks.Close();
  blocks.OpenItem();
  blocks.Add("second", true);
  EXPECT_EQ(out, "- text\n\n  2. second");
}

TEST(MarkdownBlocks, QuotesMarkEveryLine) {
  std::string out;
  MarkdownBlocks blocks(&out);
  blocks.OpenQuote();
  blocks.Add("a\nb", true);
  blocks.OpenQuote();
  blocks.Add("c", true);
  blocks.Close();
  blocks.Close();
  blocks.OpenQuote();
  blocks.Add("d", true);
  EXPECT_EQ(out, "> a\n> b\n>\n> > c\n\n> d");
}

TEST(MarkdownBlocks, DepthIsBounded) {
  std::string out;
  MarkdownBlocks blocks(&out);
  for (int i = 0; i < 100'000; ++i) blocks.OpenQuote();
  blocks.Add("deep", true);
  for (int i = 0; i < 100'000; ++i) blocks.Close();
  blocks.Add("flat", true);
  EXPECT_LT(out.size(), 100U);
  EXPECT_TRUE(out.ends_with("\n\nflat"));
}

}  // namespace
}  // namespace thresh
