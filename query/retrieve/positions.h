// Occurrences of several words in one field of a page, counted from their positions.
#pragma once

#include <cstdint>
#include <vector>

namespace thresh {

// Where a word of a phrase stands in the field, ascending, and its place in the phrase.
struct WordPositions {
  std::vector<std::uint32_t> at;
  std::uint32_t place = 0;
};

// Places where the first word stands and every other one at its distance from it.
std::uint32_t CountPhrase(const std::vector<WordPositions>& words);

// Stretches of at most `longest` words that have all the words, in any order, and no shorter such
// stretch in them. A word that is given twice must stand there twice.
std::uint32_t CountNear(const std::vector<WordPositions>& words, std::uint32_t longest);

}  // namespace thresh
