// AsciiSearch: tells quickly that an ASCII text holds none of some words. Snippets use it to leave
// out the spans of a page without a word of the query. It reads every third or fourth byte, while
// cutting the text into words reads all of them: Horspool's skips ("Practical fast searching in
// strings", 1980) for several words at once. A value; any number of threads may search with one.
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
    bool prefix = false;  // any word that begins with the term counts
  };
  // Words that are not ASCII cannot stand in an ASCII text and are left out.
  explicit AsciiSearch(std::vector<Word> words = {});

  // REQUIRES: `text` is ASCII. False means that AsciiWords finds none of the words in it, in any
  // letter case. True means perhaps.
  bool MayFind(std::string_view text) const;

 private:
  bool StandsAt(std::string_view text, std::size_t begin) const;

  std::vector<Word> words_;
  std::size_t shortest_ = 0;  // length of the shortest word, kFarthest at most
  // How far the next place lies at which the first `shortest_` bytes of a word can end, by the byte
  // that was read.
  std::array<std::uint8_t, 256> skip_{};
  static constexpr std::size_t kFarthest = 255;
};

}  // namespace thresh
