// The small parts that records of an export are made of: strings of JSON, times, packed bytes, text
// of Markdown.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "query/export/json_text.h"
#include "query/export/markdown_text.h"
#include "query/export/packer.h"
#include "query/export/protobuf.h"
#include "query/export/time.h"

namespace thresh {
namespace {

std::string Quoted(std::string_view text) {
  std::string out;
  AppendJsonString(text, &out);
  return out;
}

TEST(ExportRecords, StringsOfJsonAreThoseOfTheLibrary) {
  EXPECT_EQ(Quoted("a\"b\\c\n\t\x01"), "\"a\\\"b\\\\c\\n\\t\\u0001\"");
  std::mt19937_64 random(7);
  const auto replace = nlohmann::json::error_handler_t::replace;
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 40, '\0');
    // Mostly what could begin or end a sequence.
    for (char& c : text) {
      c = "az\"\\\x7f"[random() % 5];
      if (random() % 3 == 0) c = static_cast<char>(random());
    }
    const nlohmann::json value = text;
    EXPECT_EQ(nlohmann::json::parse(Quoted(text)),
              nlohmann::json::parse(value.dump(-1, ' ', false, replace)));
  }
}

TEST(ExportRecords, TimesAreSecondsSince1970) {
  EXPECT_EQ(SecondsOf("1970-01-01T00:00:01Z"), 1U);
  EXPECT_EQ(SecondsOf("2024-02-29T12:34:56Z"), 1709210096U);
  EXPECT_EQ(SecondsOf("2024-02-29T12:34:56.789Z"), 1709210096U);
  EXPECT_EQ(SecondsOf("2024"), SecondsOf("2024-01-01T00:00:00Z"));
  EXPECT_EQ(WholeTime("2024-06"), "2024-06-01T00:00:00Z");
  for (const char* bad : {"", "soon", "2024-13-01", "2023-02-29", "1969-01-01", "2024-01-01T24:00",
                          "2024-1-1", "99"}) {
    EXPECT_EQ(SecondsOf(bad), std::nullopt) << bad;
    EXPECT_EQ(WholeTime(bad), std::nullopt) << bad;
  }
}

TEST(ExportRecords, PackedBytesHaveAnEndWhereOneIsWanted) {
  for (const std::string name : {"a.gz", "a.zst"}) {
    const auto packed = [&](const std::string& text) {
      std::string out;
      const std::unique_ptr<Packer> packer = MakePacker(name);
      packer->Pack(text, &out);
      packer->End(&out);
      return out;
    };
    std::string members;
    const std::unique_ptr<Packer> packer = MakePacker(name);
    for (const std::string text : {"one", "two"}) {
      packer->Pack(text, &members);
      packer->End(&members);
      packer->End(&members);
    }
    EXPECT_EQ(members, packed("one") + packed("two"));
  }
}

TEST(ExportRecords, FieldsOfProtocolBuffers) {
  std::string out;
  PutVarintField(&out, 1, 150);
  PutVarintField(&out, 2, 0);  // the default is left out
  PutStringField(&out, 2, "ab");
  PutDoubleField(&out, 7, 1);
  EXPECT_EQ(out, std::string("\x08\x96\x01\x12\x02"
                             "ab\x39\0\0\0\0\0\0\xf0\x3f",
                             16));
}

std::string Escaped(std::string_view text) {
  std::string line;
  AppendMarkdownText(text, &line);
  return line;
}

TEST(ExportMarkdown, EmphasisIsMarkedWhereCommonMarkReadsIt) {
  const auto after = [](std::string line, std::string_view text, bool glued) {
    AppendEmphasis(text, "**", glued, &line);
    return line;
  };
  EXPECT_EQ(after("a ", "b", false), "a **b**");
  EXPECT_EQ(after("a", "b", true), "a**b**");
  EXPECT_EQ(after("", "note:", false), "**note:**");
  EXPECT_EQ(after("", "note:", true), "note:");
  EXPECT_EQ(after("a", "(b", false), "a(b");
  EXPECT_EQ(after("a ", "b*", false), "a **b\\***");
  EXPECT_EQ(after("", "\u00C9t\u00E9", false), "**\u00C9t\u00E9**");
  EXPECT_EQ(after("", "\u00A0b", false), "\u00A0b");
  EXPECT_EQ(after("", "b\u3000", false), "b\u3000");
}

TEST(ExportMarkdown, WhatWouldBeMarkupIsEscaped) {
  EXPECT_EQ(Escaped("*a* [b](c) `d` <e> ~f~ g|h \\"),
            "\\*a\\* \\[b\\](c) \\`d\\` \\<e> \\~f\\~ g\\|h \\\\");
  EXPECT_EQ(Escaped("snake_case _x_ AT&T a & b &amp; &#1;"),
            "snake_case \\_x\\_ AT\\&T a & b \\&amp; \\&#1;");
  std::string line = "a&";
  AppendMarkdownText("amp;", &line);
  EXPECT_EQ(line, "a\\&amp;");
  EXPECT_EQ(EscapeLineStart("# a"), "\\# a");
  EXPECT_EQ(EscapeLineStart("- a"), "\\- a");
  EXPECT_EQ(EscapeLineStart("1986. A year"), "1986\\. A year");
  EXPECT_EQ(EscapeLineStart("1.5 of it"), "1\\.5 of it");
  EXPECT_EQ(EscapeLineStart("of 1. it"), "of 1. it");
  EXPECT_EQ(EscapeHeadingEnd("C ##"), "C \\##");
  EXPECT_EQ(EscapeHeadingEnd("C"), "C");
  EXPECT_EQ(CodeSpan("a", false), "`a`");
  EXPECT_EQ(CodeSpan("`a``", false), "``` `a`` ```");
  EXPECT_EQ(CodeSpan("a|b", true), "`a\\|b`");
  EXPECT_EQ(CodeFence("````"), "`````");
  EXPECT_EQ(CodeFence("a"), "```");
}

}  // namespace
}  // namespace thresh
