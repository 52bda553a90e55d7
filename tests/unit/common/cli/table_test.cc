#include "common/cli/table.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

const Terminal kPipe{};
const Terminal kScreen{.interactive = true, .style = true, .width = 30};

TEST(SafeText, TakesAwayWhatCommandsATerminal) {
  EXPECT_EQ(SafeText("a\033[31mb\a\x7f"), "a[31mb");
  EXPECT_EQ(SafeText("a\u202Eb\u2066c\u200Fd\uFEFF"), "abcd");
  EXPECT_EQ(SafeText("a\u009Bb\u0085"), "ab");
  EXPECT_EQ(SafeText("a\tb\r\nc\u2028"), "a b  c");
}

TEST(SafeText, KeepsTextAndMarksBadBytes) {
  EXPECT_EQ(SafeText("na\u00efve \u4e2d\u6587 \u0645\u06cc\u200c\u062e"),
            "na\u00efve \u4e2d\u6587 \u0645\u06cc\u200c\u062e");
  EXPECT_EQ(SafeText("a\xff"
                     "b\xe4\xb8"),
            "a\uFFFD"
            "b\uFFFD");
}

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(DisplayWidth("abc"), 3u);
  EXPECT_EQ(DisplayWidth("\u4e2d\u6587"), 4u);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1u);
}

TEST(CutToWidth, NeverGoesOverTheWidth) {
  EXPECT_EQ(CutToWidth("abcdef", 6), "abcdef");
  EXPECT_EQ(CutToWidth("abcdefg", 6), "abcde\u2026");
  EXPECT_EQ(CutToWidth("\u4e2d\u6587\u4e2d", 5), "\u4e2d\u6587\u2026");
  EXPECT_EQ(CutToWidth("\u4e2d\u6587\u4e2d", 4), "\u4e2d\u2026");
  EXPECT_EQ(CutToWidth("abc", 1), "\u2026");
  EXPECT_EQ(CutToWidth("abc", 0), "");
}

TEST(Numbers, AreWrittenForPeople) {
  EXPECT_EQ(Thousands(0), "0");
  EXPECT_EQ(Thousands(999), "999");
  EXPECT_EQ(Thousands(1000), "1,000");
  EXPECT_EQ(Thousands(1234567), "1,234,567");
  EXPECT_EQ(Decimal(1234.5, 2), "1,234.50");
  EXPECT_EQ(Decimal(-1234567, 0), "-1,234,567");
  EXPECT_EQ(Decimal(-123, 1), "-123.0");
  EXPECT_EQ(Decimal(-0.04, 1), "0.0") << "nothing is not negative";
  EXPECT_EQ(Percent(1, 8), "12.5 %");
  EXPECT_EQ(Percent(0, 0), "-");
  EXPECT_EQ(HumanBytes(1023), "1,023 B");
  EXPECT_EQ(HumanBytes(1536), "1.5 KiB");
  EXPECT_EQ(HumanBytes(std::uint64_t{3} << 40), "3.0 TiB");
}

TEST(Table, Markdown) {
  Table table({{"name"}, {"pages", Align::kRight}});
  table.Row({"a|b", "1,200"});
  table.Row({"c"});
  EXPECT_EQ(table.Markdown(),
            "| name | pages |\n"
            "| --- | ---: |\n"
            "| a\\|b | 1,200 |\n"
            "| c |  |\n");
}

TEST(Table, AlignsByColumnsNotBytes) {
  Table table({{"name"}, {"pages", Align::kRight}, {"text"}});
  table.Row({"\u4e2d\u6587", "1,200", "x"});
  table.Row({"abcdef", "7"});
  EXPECT_EQ(table.Text(kPipe),
            "name    pages  text\n"
            "\u4e2d\u6587    1,200  x\n"
            "abcdef      7\n");
}

TEST(Table, CutsTheLastColumnOnATerminalOnly) {
  Table table({{"name"}, {"text"}});
  table.Row({"abcdef", std::string(60, 'x') + "\033"});
  EXPECT_EQ(table.Text(kPipe), "name    text\nabcdef  " + std::string(60, 'x') + "\n");
  EXPECT_EQ(table.Text(kScreen), "\033[1mname  \033[0m  \033[1mtext\033[0m\nabcdef  " +
                                     std::string(21, 'x') + "\u2026\n");
}

TEST(Bar, IsDrawnInEighths) {
  EXPECT_EQ(Bar(0, 4), "");
  EXPECT_EQ(Bar(1, 4), "\u2588\u2588\u2588\u2588");
  EXPECT_EQ(Bar(0.5, 4), "\u2588\u2588");
  EXPECT_EQ(Bar(0.3125, 2), "\u258B");  // five of sixteen eighths
  EXPECT_EQ(Bar(0.0001, 4), "\u258F") << "little is not nothing";
  EXPECT_EQ(DisplayWidth(Bar(7, 4)), 4u);
  EXPECT_EQ(Bar(-1, 4), "");
}

TEST(Table, DrawsBarsWhereTheTerminalCan) {
  Table table({{"name"}, {"share", Align::kRight, true}, {"text"}});
  table.Row({"\u4e2d\u6587", "100 %", "x"}, 1);
  table.Row({"ab", "25 %", "y"}, 0.25);
  const std::string plain =
      "name  share  text\n"
      "\u4e2d\u6587  100 %  x\n"
      "ab     25 %  y\n";
  EXPECT_EQ(table.Text(kPipe), plain);
  EXPECT_EQ(table.Text({.interactive = true, .width = 80}), plain) << "dumb, or not UTF-8";
  EXPECT_EQ(
      table.Text({.interactive = true, .bars = true, .width = 80}),  // a tenth of the width: 8
      "name  share           text\n"
      "\u4e2d\u6587  100 % \u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588  x\n"
      "ab     25 % \u2588\u2588        y\n");
}

TEST(Table, ColumnsWithoutRoomStandBelow) {
  Table table(
      {{"site"}, {"pages", Align::kRight}, {"words", Align::kRight}, {"postings", Align::kRight}});
  table.Row({"x.org", "12", "3,456", "7,890"});
  EXPECT_EQ(table.Text(kPipe),
            "site   pages  words  postings\n"
            "x.org     12  3,456     7,890\n");
  EXPECT_EQ(table.Text({.interactive = true, .width = 28}),
            "site   pages  words\n"
            "x.org     12  3,456\n"
            "\n"
            "site   postings\n"
            "x.org     7,890\n");
}

TEST(Table, NoLineIsWiderThanTheTerminal) {
  Table table({{"site"}, {"pages", Align::kRight, true}, {"removed", Align::kRight}, {"text"}});
  table.Row({std::string(60, 's') + ".example", "1,234,567", "12.5 %", std::string(300, 't')}, 0.7);
  table.Row({"\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587", "1", "0.0 %",
             "\u4e2d\u6587"},
            0.01);
  for (std::size_t width = 40; width <= 200; ++width) {
    const std::string text = table.Text({.interactive = true, .bars = true, .width = width});
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      const std::string line = text.substr(at, text.find('\n', at) - at);
      ASSERT_LE(DisplayWidth(line), width) << line;
    }
  }
}

TEST(Table, BoldIsPlainInAPipe) {
  EXPECT_EQ(Bold("x", kPipe), "x");
  EXPECT_EQ(Bold("x", kScreen), "\033[1mx\033[0m");
}

}  // namespace
}  // namespace thresh
