#include "indexer/compare/referee_words.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

using Tokens = std::vector<std::uint32_t>;

Tokens Cut(RefereeWords* words, std::string_view text) {
  Tokens tokens;
  EXPECT_TRUE(words->Cut(text, &tokens).ok());
  return tokens;
}

std::size_t Count(std::string_view text) {
  RefereeWords words;
  return Cut(&words, text).size();
}

TEST(RefereeWords, EqualWordsHaveEqualNumbers) {
  RefereeWords words;
  const Tokens tokens = Cut(&words, "Bread, bread and BREAD");
  ASSERT_EQ(tokens.size(), 4U);
  EXPECT_EQ(tokens[0], tokens[1]);
  EXPECT_EQ(tokens[0], tokens[3]);
  EXPECT_NE(tokens[0], tokens[2]);
  EXPECT_EQ(Cut(&words, "and bread"), (Tokens{tokens[2], tokens[0]}));
}

TEST(RefereeWords, FoldsAfterNfkc) {
  RefereeWords words;
  EXPECT_EQ(Cut(&words, "STRASSE"), Cut(&words, "stra\u00dfe"));
  EXPECT_EQ(Cut(&words, "\ufb01ne \uff21\uff22"), Cut(&words, "fine ab"));
  EXPECT_EQ(Cut(&words, "caf\u00e9"), Cut(&words, "CAFE\u0301"));
  EXPECT_EQ(Cut(&words, "x\u00b2"), Cut(&words, "x2"));
}

TEST(RefereeWords, RunsAreLettersAndNumbers) {
  EXPECT_EQ(Count("one_two three-four it's 3.14"), 8U);
  EXPECT_EQ(Count("... - _ \u2022 \u20ac"), 0U);
  EXPECT_EQ(Count("\u0661\u0662 \u2167 \u0e01\u0e34\u0e19"),
            4U);  // a Thai vowel sign is a mark: it parts
  EXPECT_EQ(Count(""), 0U);
  EXPECT_EQ(Count("a\xff"
                  "b"),
            2U);
}

TEST(RefereeWords, CjkGoesByTheCharacter) {
  EXPECT_EQ(Count("\u4e2d\u6587"), 2U);
  EXPECT_EQ(Count("\u30c6\u30b9\u30c8\ud55c\uae00"), 5U);
  EXPECT_EQ(Count("\u3001\u3002"), 2U);     // the range holds punctuation
  EXPECT_EQ(Count("abc\u4e2d\u6587"), 1U);  // a run that begins with a letter goes on
  EXPECT_EQ(Count("\u4e2d\u6587abc"), 3U);
  EXPECT_EQ(Count("\U00020000\U00020001"), 1U);  // beyond the ranges: a run
}

}  // namespace
}  // namespace thresh
