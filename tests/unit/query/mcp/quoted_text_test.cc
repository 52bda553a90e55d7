// What of a page's text reaches an assistant, and how it is marked.
#include "query/mcp/quoted_text.h"

#include <gtest/gtest.h>

#include "common/base/utf8.h"

namespace thresh {
namespace {

TEST(QuotedText, ControlAndTagCharactersDoNotPassAndLinesStay) {
  EXPECT_EQ(SafeLines("a\n\tb\n\n\033[1mc\u202ed\U000E0041\U000E0042e\x01"), "a\n\tb\n\n[1mcde");
  EXPECT_EQ(SafeLines(""), "");
  EXPECT_EQ(SafeLines("a\n"), "a\n");
}

TEST(QuotedText, EveryLineIsMarked) {
  EXPECT_EQ(Quoted("one\n\ntwo"), "> one\n>\n> two\n");
  EXPECT_EQ(Quoted(""), "");
}

TEST(QuotedText, TextIsCutBetweenCharacters) {
  EXPECT_EQ(Shortened("gr\u00fcn", 9), "gr\u00fcn");
  EXPECT_EQ(Shortened("gr\u00fcn", 3), "gr\u2026");
  const std::string text = "first line\nsecond \u00e9\u00e9\u00e9 line";
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const std::size_t cut = CutPlace(text, at);
    EXPECT_GT(cut, 0U);
    EXPECT_LE(cut, std::max<std::size_t>(at, 1));
    EXPECT_TRUE(IsValidUtf8(text.substr(0, cut))) << at;
  }
  EXPECT_EQ(CutPlace(text, 14), 11U);
  EXPECT_EQ(CutPlace("\U0001F600", 1), 4U);
}

}  // namespace
}  // namespace thresh
