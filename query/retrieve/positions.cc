#include "query/retrieve/positions.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace thresh {
namespace {

// A word of the field that is one of those that are looked for.
struct Place {
  std::uint32_t position;
  std::size_t word;  // equal words are one
};

struct Field {
  std::vector<Place> places;         // ascending
  std::vector<std::uint32_t> asked;  // by word: how often it was given
};

Field Merge(const std::vector<WordPositions>& words) {
  Field field;
  field.asked.resize(words.size());
  for (std::size_t w = 0; w < words.size(); ++w) {
    const auto same = std::find_if(words.begin(), words.end(), [&](const WordPositions& other) {
      return other.at == words[w].at;
    });
    const auto word = static_cast<std::size_t>(same - words.begin());
    if (field.asked[word]++ > 0) continue;
    for (const std::uint32_t position : words[w].at) field.places.push_back({position, word});
  }
  std::sort(field.places.begin(), field.places.end(),
            [](const Place& a, const Place& b) { return a.position < b.position; });
  return field;
}

}  // namespace

std::uint32_t CountPhrase(const std::vector<WordPositions>& words) {
  std::uint32_t count = 0;
  for (const std::uint32_t start : words.front().at) {
    const bool all = std::all_of(words.begin() + 1, words.end(), [&](const WordPositions& word) {
      return std::binary_search(word.at.begin(), word.at.end(), start + word.place);
    });
    count += all ? 1 : 0;
  }
  return count;
}

// Two pointers: as `end` moves on, `begin` follows for as long as the stretch keeps all the words.
// A stretch is a shortest one if its begin is not that of the one before.
std::uint32_t CountNear(const std::vector<WordPositions>& words, std::uint32_t longest) {
  const Field field = Merge(words);
  std::vector<std::uint32_t> have(words.size());
  std::size_t missing = words.size(), begin = 0,
              counted = 0;  // counted: begin of the last one, from 1
  std::uint32_t count = 0;
  for (const Place& end : field.places) {
    if (have[end.word]++ < field.asked[end.word]) --missing;
    if (missing > 0) continue;
    for (; have[field.places[begin].word] > field.asked[field.places[begin].word]; ++begin)
      --have[field.places[begin].word];
    if (begin + 1 == counted) continue;
    counted = begin + 1;
    if (end.position - field.places[begin].position < longest) ++count;
  }
  return count;
}

}  // namespace thresh
