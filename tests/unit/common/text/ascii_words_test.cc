#include "common/text/ascii_words.h"

#include <gtest/gtest.h>

#include <cctype>
#include <random>
#include <string>
#include <vector>

#include "common/text/analyzer.h"
#include "common/text/ascii_search.h"
#include "tests/unit/common/text/slow_words.h"

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
  for (char c : text)
    shown += c >= ' ' && c < 127 ? std::string(1, c) : "\\" + std::to_string(int{c});
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

// ---- AsciiSearch

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(c));
  return lower;
}

bool HasWord(std::string_view text, const std::vector<AsciiSearch::Word>& wanted) {
  for (const Word& word : FastWords(text)) {
    const std::string term = Lower(text.substr(word.begin, word.end - word.begin));
    for (const AsciiSearch::Word& one : wanted) {
      if (one.prefix ? term.starts_with(one.term) : term == one.term) return true;
    }
  }
  return false;
}

TEST(AsciiSearch, MissesNoWordAndTellsMostTextsWithout) {
  std::mt19937_64 random(5);
  const auto text = [&](std::size_t longest) {
    std::string s(random() % (longest + 1), ' ');
    for (char& c : s) c = "aAbBc1_.' "[random() % 10];
    return s;
  };
  int without = 0, told = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::vector<AsciiSearch::Word> wanted;
    for (std::uint64_t n = random() % 4; n > 0; --n)
      wanted.push_back({Lower(text(4)), random() % 4 == 0});
    std::erase_if(wanted, [](const AsciiSearch::Word& word) { return word.term.empty(); });
    const std::string in = text(12);
    const bool found = AsciiSearch(wanted).MayFind(in);
    ASSERT_TRUE(found || !HasWord(in, wanted)) << in;
    without += HasWord(in, wanted) ? 0 : 1;
    told += found ? 0 : 1;
  }
  EXPECT_GT(told, without * 9 / 10);
}

TEST(AsciiSearch, FindsNoWordWithinAnotherOne) {
  EXPECT_FALSE(AsciiSearch({{"cat"}}).MayFind("concat and 2cat"));
  EXPECT_FALSE(AsciiSearch({{"cat", true}}).MayFind("concatenate"));
  EXPECT_TRUE(AsciiSearch({{"cat"}}).MayFind("con cat"));
}

TEST(AsciiSearch, FindsTheFirstPieceOfALongWord) {
  const std::string piece(kMaxTermBytes, 'x');
  EXPECT_TRUE(AsciiSearch({{piece}}).MayFind("a " + piece + "y"));
  EXPECT_FALSE(AsciiSearch({{piece.substr(1)}}).MayFind("a " + piece + "y"));
  EXPECT_FALSE(AsciiSearch({{"b\u00FCro"}, {""}}).MayFind(std::string(1000, 'b')));
  EXPECT_TRUE(AsciiSearch({{std::string(400, 'x'), true}}).MayFind(std::string(500, 'X')));
}

}  // namespace
}  // namespace thresh
