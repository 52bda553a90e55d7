// Near words, counted by hand and by a slow twin that tries every window, also where words share a
// position.
#include "query/retrieve/near.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace thresh {
namespace {

// The beginnings of windows of at most `longest` words that have all the words of the unit, and of
// which no part without its first position or without its last position has them.
std::uint32_t SlowCount(const std::vector<WordPositions>& words, std::uint32_t longest) {
  std::map<std::uint32_t, std::uint32_t> asked;
  std::map<std::uint32_t, std::vector<std::uint32_t>> places;
  std::set<std::uint32_t> all;
  for (const WordPositions& word : words) {
    ++asked[word.word];
    places[word.word] = word.at;
    all.insert(word.at.begin(), word.at.end());
  }
  const auto has_all = [&](std::uint32_t begin, std::uint32_t end) {
    return std::all_of(asked.begin(), asked.end(), [&](const auto& ask) {
      const auto& at = places[ask.first];
      return std::count_if(at.begin(), at.end(), [&](std::uint32_t place) {
               return begin <= place && place <= end;
             }) >= ask.second;
    });
  };
  std::uint32_t count = 0;
  for (const std::uint32_t begin : all) {
    for (const std::uint32_t end : all) {
      if (end < begin || end - begin >= longest || !has_all(begin, end)) continue;
      if (end > begin && (has_all(begin + 1, end) || has_all(begin, end - 1))) continue;
      ++count;
    }
  }
  return count;
}

TEST(Near, WordsThatShareAPositionAreDifferentWords) {
  const std::vector<WordPositions> cut = {{{5}, 0, 0}, {{5}, 1, 1}};
  EXPECT_EQ(CountNear(cut, 2), 1u);
  const std::vector<WordPositions> twice = {{{5}, 0, 0}, {{5}, 1, 0}};
  EXPECT_EQ(CountNear(twice, 2), 0u);
  EXPECT_EQ(CountNear({{{5, 6}, 0, 0}, {{5, 6}, 1, 0}}, 2), 1u);
}

TEST(Near, AgreesWithTheTwin) {
  std::mt19937 random(12);
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t different = 1 + below(3);
    std::vector<std::vector<std::uint32_t>> at(different);
    for (std::uint32_t place = 0; place < 14; ++place) {
      for (auto& list : at) {
        if (below(4) == 0) list.push_back(place);
      }
    }
    std::vector<WordPositions> words;
    for (std::uint32_t w = 0; w < different + below(2); ++w)
      words.push_back({at[w % different], w, w % different});
    const std::uint32_t longest = 1 + below(7);
    EXPECT_EQ(CountNear(words, longest), SlowCount(words, longest)) << round;
  }
}

}  // namespace
}  // namespace thresh
