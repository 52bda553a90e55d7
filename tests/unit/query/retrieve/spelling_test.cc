// Spelling against the twin that looks at every term, with the distance as its recursive
// definition.
#include "query/retrieve/spelling.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

std::size_t TwinDistance(std::u32string_view a, std::u32string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const auto a1 = a.substr(1), b1 = b.substr(1);
  std::size_t best = TwinDistance(a1, b1) + (a[0] == b[0] ? 0 : 1);
  best = std::min({best, TwinDistance(a1, b) + 1, TwinDistance(a, b1) + 1});
  const bool swapped = a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0];
  return swapped ? std::min(best, TwinDistance(a.substr(2), b.substr(2)) + 1) : best;
}

TEST(Spelling, TheDistanceIsThatOfItsDefinition) {
  std::mt19937 random(1964);
  const auto word = [&] {
    std::u32string out;
    for (std::uint32_t n = Below(random, 7); n > 0; --n)
      out.push_back(U"ab\u00e9"[Below(random, 3)]);
    return out;
  };
  for (int round = 0; round < 2000; ++round) {
    const std::u32string a = word(), b = word();
    const std::size_t twin = TwinDistance(a, b), limit = Below(random, 4);
    ASSERT_EQ(EditDistance(a, b, limit), std::min(twin, limit + 1)) << "round " << round;
  }
}

std::string Nearest(const std::string& word, const std::vector<std::vector<std::string>>& pages) {
  std::vector<HandPage> hand;
  for (const auto& words : pages) hand.push_back(HandPage{{words, {}, {}, {}}});
  const auto found = NearestTerm(word, HandIndex(hand));
  THRESH_CHECK(found.ok());
  return found.value();
}

TEST(Spelling, TheNearestThenTheMostFrequentTerm) {
  EXPECT_EQ(Nearest("adressing", {{"addressing", "dressing"}}), "addressing");
  EXPECT_EQ(Nearest("hahs", {{"hash", "hat"}}), "hash") << "neighbours swapped";
  EXPECT_EQ(Nearest("ahsh", {{"hash"}}), "hash") << "even the first two";
  EXPECT_EQ(Nearest("hassh", {{"hash"}, {"harsh", "hash"}, {"harsh"}, {"harsh"}}), "harsh");
  EXPECT_EQ(Nearest("hasn", {{"hush", "hash"}}), "hash") << "a short word has one mistake";
  EXPECT_EQ(Nearest("\u00e9c\u00f3le", {{"\u00e9cole"}}), "\u00e9cole");
}

TEST(Spelling, ThereMayBeNone) {
  EXPECT_EQ(Nearest("hxyz", {{"hash"}}), "");
  EXPECT_EQ(Nearest("ha", {{"he"}}), "") << "too short";
  EXPECT_EQ(Nearest("foobar", {{"footer"}}), "") << "two mistakes in six letters are another word";
  EXPECT_EQ(Nearest("golangs", {{"goings"}}), "");
  EXPECT_EQ(Nearest("adresing", {{"addressing"}}), "addressing");
  EXPECT_EQ(Nearest("a1b2", {{"a1b3"}}), "") << "digits are not spelt";
  EXPECT_EQ(Nearest("\u5317\u4eac\u5927", {{"\u5317\u4eac\u5929"}}), "");
}

TEST(Spelling, OnlyWhatStandsNowhereIsCorrectedWhereItWasTyped) {
  const HandIndex index({HandPage{{{"open", "addressing", "hash"}, {}, {}, {}}}});
  const auto analyzer = std::move(Analyzer::Make({}).value());
  const auto correct = [&](const std::string& text) {
    const auto query = ParseQuery(text, *analyzer);
    return CorrectedText(text, query.value(), index).value();
  };
  EXPECT_EQ(correct("+\"Open Adressing\" -(hahs) (Hahs open)"),
            "+\"Open addressing\" -(hahs) (hash open)");
  EXPECT_EQ(correct("open hash"), "");
  EXPECT_EQ(correct("zzzzzzzz"), "");
  EXPECT_EQ(correct("hahs*"), "") << "a beginning is no word";
}

}  // namespace
}  // namespace thresh
