#include "query/retrieve/phrase_starts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

// Ascending positions up to `most`.
std::vector<std::uint32_t> RandomPositions(std::mt19937& random, std::uint32_t most) {
  std::set<std::uint32_t> positions;
  for (std::uint32_t n = Below(random, 60); n > 0; --n) positions.insert(Below(random, most));
  return {positions.begin(), positions.end()};
}

std::size_t Twin(const std::vector<WordPositions>& words) {
  std::size_t count = 0;
  for (const std::uint32_t first : words[0].at) {
    if (first < words[0].place) continue;
    const std::uint32_t start = first - words[0].place;
    count += std::all_of(words.begin(), words.end(), [&](const WordPositions& word) {
      return std::find(word.at.begin(), word.at.end(), start + word.place) != word.at.end();
    });
  }
  return count;
}

std::size_t Count(PhraseStarts* starts, const std::vector<WordPositions>& words) {
  starts->Propose(words[0]);
  for (std::size_t w = 1; w < words.size(); ++w) starts->Keep(words[w]);
  return starts->size();
}

// One object counts page after page, short and long ones in turn.
TEST(PhraseStarts, AgreeWithTheTwin) {
  std::mt19937 random(72);
  PhraseStarts starts;
  std::size_t found = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t most =
        std::vector<std::uint32_t>{30, 200, 20'000, 100'000}[Below(random, 4)];
    std::vector<WordPositions> words(2 + Below(random, 3));
    for (WordPositions& word : words) {
      word.place = Below(random, 5);
      word.at = RandomPositions(random, most);
    }
    // Some of the starts of the first word are true ones.
    for (const std::uint32_t first : words[0].at) {
      for (std::size_t w = 1; w < words.size() && first >= words[0].place; ++w) {
        if (Below(random, 3) > 0) words[w].at.push_back(first - words[0].place + words[w].place);
      }
    }
    for (WordPositions& word : words) {
      std::sort(word.at.begin(), word.at.end());
      word.at.erase(std::unique(word.at.begin(), word.at.end()), word.at.end());
    }
    const std::size_t count = Twin(words);
    ASSERT_EQ(Count(&starts, words), count) << "round " << round;
    found += count;
  }
  EXPECT_GT(found, 1000u);
}

// Positions of damaged lists may be as large as numbers are.
TEST(PhraseStarts, TheLargestPositionsDoNotWrap) {
  constexpr std::uint32_t kMost = 0xffffffffU;
  PhraseStarts starts;
  EXPECT_EQ(Count(&starts, {{{0, 1, kMost}, 0}, {{0, 1, 2, kMost}, 1}}), 2u);
  EXPECT_EQ(Count(&starts, {{{kMost - 1}, 0}, {{0, kMost}, 1}}), 1u);
  EXPECT_EQ(Count(&starts, {{{kMost}, 0}, {{0, 3, kMost}, 4}}), 0u);
  EXPECT_EQ(Count(&starts, {{{}, 0}, {{1}, 1}}), 0u);
}

}  // namespace
}  // namespace thresh
