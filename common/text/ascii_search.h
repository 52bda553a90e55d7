// AsciiSearch: can a text of ASCII hold one of some words? It looks at every third or fourth byte,
// where cutting the text into words looks at all: Horspool's skips ("Practical fast searching in
// strings", 1980) for several words at once.
//
// Thread rule: a value; any number of readers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thresh {

class AsciiSearch {
 public:
  struct Word {
    std::string term;     // folded
    bool prefix = false;  // or any word that begins so
  };
  // Words that are not ASCII stand in no such text and are left out.
  explicit AsciiSearch(std::vector<Word> words = {});

  // false: AsciiWords cuts none of the words from `text`, which is all ASCII, in whatever case.
  // true: perhaps.
  bool MayFind(std::string_view text) const;

 private:
  bool StandsAt(std::string_view text, std::size_t begin) const;

  std::vector<Word> words_;
  std::size_t shortest_ = 0;  // of the words, kFarthest at most
  std::array<std::uint8_t, 256>
      skip_{};  // from a byte to the next that can end the first `shortest_` of a word
  static constexpr std::size_t kFarthest = 255;
};

}  // namespace thresh
