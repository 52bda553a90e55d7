// Near words: how often the words of a unit stand near each other on a page, by their positions
// there. PhraseCursor asks it for units of the kind kNear.
#pragma once

#include <cstdint>
#include <vector>

namespace thresh {

// Where a word of a unit stands in one field of a page, ascending, and its place in the unit.
struct WordPositions {
  std::vector<std::uint32_t> at;
  std::uint32_t place = 0;
  std::uint32_t word = 0;  // words of the unit with the same number are the same word
};

// Counts the windows of at most `longest` words that contain all the words in any order and contain
// no shorter such window. A word that is given twice must stand in the window twice. Different
// words may share a position, as a word that tags cut does with its last part. Windows begin at
// different positions, so that at most `longest` of them share one occurrence of a word.
std::uint32_t CountNear(const std::vector<WordPositions>& words, std::uint32_t longest);

}  // namespace thresh
