#include "indexer/compare/align.h"

#include <gtest/gtest.h>

#include <random>

namespace thresh {
namespace {

using Tokens = std::vector<std::uint32_t>;
using Partners = std::vector<std::size_t>;
constexpr std::size_t kNone = kNoPartner;

// Do three tokens agree from here on, or one or two up to the end of a side?
bool SlowAgree(const Tokens& a, std::size_t i, const Tokens& b, std::size_t j) {
  std::size_t n = 0;
  while (n < 3 && i + n < a.size() && j + n < b.size() && a[i + n] == b[j + n]) ++n;
  return n == 3 || (n > 0 && (i + n == a.size() || j + n == b.size()));
}

// By the definition, nothing left out.
Partners SlowAlign(const Tokens& a, const Tokens& b) {
  Partners out(a.size(), kNone);
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) {
      out[i++] = j++;
      continue;
    }
    std::size_t di = 1, dj = 1;
    bool found = false;
    for (std::size_t d = 1; d < 400 && !found; ++d) {
      for (std::size_t step = 0; step <= d && !found; ++step) {
        if (!SlowAgree(a, i + step, b, j + d - step)) continue;
        di = step;
        dj = d - step;
        found = true;
      }
    }
    i += di;
    j += dj;
  }
  return out;
}

TEST(Align, EqualSequencesPairUp) {
  EXPECT_EQ(AlignTokens(Tokens{1, 2, 3}, Tokens{1, 2, 3}), (Partners{0, 1, 2}));
  EXPECT_EQ(AlignTokens(Tokens{}, Tokens{1}), Partners{});
  EXPECT_EQ(AlignTokens(Tokens{1, 2}, Tokens{}), (Partners{kNone, kNone}));
}

TEST(Align, FindsTheNearestPlaceWhereThreeAgree) {
  // 9 9 stands only on the right, 7 only on the left.
  EXPECT_EQ(AlignTokens(Tokens{1, 7, 2, 3, 4}, Tokens{1, 9, 9, 2, 3, 4}),
            (Partners{0, kNone, 3, 4, 5}));
  // At the end of a side fewer than three will do.
  EXPECT_EQ(AlignTokens(Tokens{1, 7, 2}, Tokens{1, 2}), (Partners{0, kNone, 1}));
  // Two that agree in the middle are not enough.
  EXPECT_EQ(AlignTokens(Tokens{7, 1, 2, 5, 5, 5}, Tokens{1, 2, 8, 5, 5, 5}),
            (Partners{kNone, kNone, kNone, 3, 4, 5}));
}

TEST(Align, BothSidesGoOnByOneWhereNothingAgrees) {
  EXPECT_EQ(AlignTokens(Tokens{1, 2, 3}, Tokens{4, 5, 6}), (Partners{kNone, kNone, kNone}));
}

TEST(Align, LooksLessThanFourHundredTokensAhead) {
  for (const std::size_t gap : {399U, 400U}) {
    Tokens gold = {1, 2, 3}, indexed(gap, 9);
    indexed.insert(indexed.end(), gold.begin(), gold.end());
    EXPECT_EQ(AlignTokens(gold, indexed)[0], gap < 400 ? gap : kNone);
  }
}

TEST(Align, AgreesWithTheDefinition) {
  std::mt19937 engine(7);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int round = 0; round < 2000; ++round) {
    const std::uint32_t letters = 1 + random() % 5;
    Tokens gold(random() % 40), indexed;
    for (std::uint32_t& token : gold) token = random() % letters;
    for (const std::uint32_t token : gold) {
      while (random() % 6 == 0) indexed.push_back(random() % letters);
      if (random() % 6 != 0) indexed.push_back(token);
    }
    ASSERT_EQ(AlignTokens(gold, indexed), SlowAlign(gold, indexed)) << round;
  }
}

}  // namespace
}  // namespace thresh
