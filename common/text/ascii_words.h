// AsciiWords: the word rules of IcuWords for ASCII text, as a table of classes and one character of
// look-ahead. It reports exactly the words that ICU reports, which tests/unit/common/text proves on
// all short strings. The Analyzer makes one on its stack for each stretch of ASCII. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <string_view>

#include "common/text/word.h"

namespace thresh {

// A letter, a digit or '_'. Two such bytes side by side are always in the same word.
bool IsAsciiWordByte(char c);

class AsciiWords {
 public:
  // Finds the words of text[begin, end), which must be ASCII. Ranges of words count from the start
  // of `text`, which must outlive the object.
  AsciiWords(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text.data()), at_(begin), end_(end) {}

  // Writes the next word. Returns false after the last one, and again at every later call.
  // Allocates nothing.
  bool Next(Word* word);

 private:
  const char* text_;
  std::size_t at_;
  std::size_t end_;
};

}  // namespace thresh
