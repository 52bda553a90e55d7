#include "query/retrieve/near.h"

#include <algorithm>
#include <cstddef>

namespace thresh {
namespace {

// One word of the field that the unit asks for.
struct Place {
  std::uint32_t position;
  std::size_t word;  // equal words have the number of the first of them
};

// The positions of all words in one ascending list.
struct MergedWords {
  std::vector<Place> places;
  std::vector<std::uint32_t> asked;  // [word]: how often the unit has it
};

// Two words of the unit are the same word if their positions are equal: different words never share
// a position.
MergedWords Merge(const std::vector<WordPositions>& words) {
  MergedWords merged;
  merged.asked.resize(words.size());
  for (std::size_t w = 0; w < words.size(); ++w) {
    const auto same = std::find_if(words.begin(), words.end(), [&](const WordPositions& other) {
      return other.at == words[w].at;
    });
    const auto word = static_cast<std::size_t>(same - words.begin());
    if (merged.asked[word]++ > 0) continue;
    for (const std::uint32_t position : words[w].at) merged.places.push_back({position, word});
  }
  std::sort(merged.places.begin(), merged.places.end(),
            [](const Place& a, const Place& b) { return a.position < b.position; });
  return merged;
}

}  // namespace

// Two pointers: as `end` moves on, `begin` follows for as long as the window keeps all the words.
// Such a window contains no shorter one unless it begins where the window before it began.
std::uint32_t CountNear(const std::vector<WordPositions>& words, std::uint32_t longest) {
  const MergedWords merged = Merge(words);
  std::vector<std::uint32_t> have(words.size());
  std::size_t missing = words.size(), begin = 0;
  std::size_t last_begin = 0;  // of the last window, counted from 1; 0: no window yet
  std::uint32_t count = 0;
  for (const Place& end : merged.places) {
    if (have[end.word]++ < merged.asked[end.word]) --missing;
    if (missing > 0) continue;
    for (; have[merged.places[begin].word] > merged.asked[merged.places[begin].word]; ++begin)
      --have[merged.places[begin].word];
    if (begin + 1 == last_begin) continue;
    last_begin = begin + 1;
    if (end.position - merged.places[begin].position < longest) ++count;
  }
  return count;
}

}  // namespace thresh
