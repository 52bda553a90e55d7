#include "common/ascii_words.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/unit/common/slow_words.h"

namespace thresh {
namespace {

std::vector<Word> FastWords(std::string_view text) {
  std::vector<Word> words;
  AsciiWords ascii(text, 0, text.size());
  for (Word word; ascii.Next(&word);) words.push_back(word);
  return words;
}

std::string Shown(std::string_view text) {
  std::string shown;
  for (char c : text) shown += c >= ' ' && c < 127 ? std::string(1, c) : "\\" + std::to_string(int{c});
  return shown;
}

// The same places and kinds as ICU; `folded` exactly where no upper-case letter is in the word.
void ExpectSame(const std::string& text) {
  std::vector<Word> expected = SlowWords(text);
  for (Word& word : expected) {
    const std::size_t upper = text.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ", word.begin);
    word.folded = upper >= word.end;
  }
  ASSERT_EQ(FastWords(text), expected) << Shown(text);
}

void ExpectSameForAll(std::string_view alphabet, std::size_t length) {
  std::string text(length, alphabet[0]);
  std::vector<std::size_t> digits(length, 0);
  for (std::size_t i = 0; i < length;) {
    ExpectSame(text);
    if (::testing::Test::HasFatalFailure()) return;
    for (i = 0; i < length; ++i) {
      digits[i] = (digits[i] + 1) % alphabet.size();
      text[i] = alphabet[digits[i]];
      if (digits[i] != 0) break;
    }
  }
}

TEST(AsciiWords, EveryStringUpToFiveOfEveryClassEqualsIcu) {
  for (std::size_t length = 1; length <= 5; ++length) ExpectSameForAll("aZ0_'.,;: -\n", length);
}

TEST(AsciiWords, EveryStringOfSixOrSevenOfWordClassesEqualsIcu) {
  ExpectSameForAll("a0_'.;-", 6);
  ExpectSameForAll("a0_'.,", 7);
}

TEST(AsciiWords, EveryCharacterBetweenAnyTwoClassesEqualsIcu) {
  const std::string around = "aZ09_'.,: ";
  for (int c = 0; c < 128; ++c) {
    for (char before : around) {
      for (char after : around) {
        ExpectSame({before, static_cast<char>(c), after});
        ExpectSame({before, static_cast<char>(c), static_cast<char>(c), after});
      }
    }
  }
}

TEST(AsciiWords, RandomTextEqualsIcu) {
  std::mt19937_64 random(1);
  std::vector<std::string> units = {"a", "b", "Z", "0", "9",   "_",   "'",     ".",
                                    ",", ";", ":", " ", "foo", "1.5", "e-mail"};
  for (int c = 0; c < 128; c += 3) units.push_back(std::string(1, static_cast<char>(c)));
  for (int round = 0; round < kRounds; ++round) {
    ExpectSame(RandomText(random, units, 24));
    if (HasFatalFailure()) return;
  }
}

TEST(AsciiWords, ReadsItsRangeOnly) {
  Word word;
  AsciiWords middle("xab.cdy", 1, 6);
  ASSERT_TRUE(middle.Next(&word));
  EXPECT_EQ(word, (Word{1, 6, WordKind::kLetter, true}));
  EXPECT_FALSE(middle.Next(&word));
  AsciiWords cut("a.b", 0, 2);  // no look-ahead over the end
  ASSERT_TRUE(cut.Next(&word));
  EXPECT_EQ(word, (Word{0, 1, WordKind::kLetter, true}));
  EXPECT_FALSE(cut.Next(&word));
  EXPECT_FALSE(cut.Next(&word));
}

}  // namespace
}  // namespace thresh
