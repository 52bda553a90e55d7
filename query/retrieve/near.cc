#include "query/retrieve/near.h"

#include <algorithm>
#include <cstddef>
#include <optional>

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

MergedWords Merge(const std::vector<WordPositions>& words) {
  MergedWords merged;
  merged.asked.resize(words.size());
  for (std::size_t w = 0; w < words.size(); ++w) {
    const auto same = std::find_if(words.begin(), words.end(), [&](const WordPositions& other) {
      return other.word == words[w].word;
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

// Two pointers: as the end moves on, over all words of a position together, `begin` follows for as
// long as the window keeps all the words. Such a window contains no shorter one unless it begins
// where the window before it began.
std::uint32_t CountNear(const std::vector<WordPositions>& words, std::uint32_t longest) {
  const MergedWords merged = Merge(words);
  std::vector<std::uint32_t> have(words.size());
  std::size_t missing = words.size(), begin = 0;
  std::optional<std::uint32_t> last_begin;  // position
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < merged.places.size(); ++i) {
    const Place& end = merged.places[i];
    if (have[end.word]++ < merged.asked[end.word]) --missing;
    const bool last = i + 1 == merged.places.size() || merged.places[i + 1].position > end.position;
    if (missing > 0 || !last) continue;
    for (; have[merged.places[begin].word] > merged.asked[merged.places[begin].word]; ++begin)
      --have[merged.places[begin].word];
    const std::uint32_t at = merged.places[begin].position;
    if (at == last_begin) continue;
    last_begin = at;
    if (end.position - at < longest) ++count;
  }
  return count;
}

}  // namespace thresh
