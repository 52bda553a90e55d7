// AsciiWords: the word rules of IcuWords on ASCII text, as a table of 128 classes and one character
// of look-ahead. It reports exactly the words that ICU reports; tests/unit/common proves that on
// all short strings.
//
// Thread rule: a value on its owner's stack. Next() is false at the end of the text and allocates
// nothing.
#pragma once

#include <cstddef>
#include <string_view>

#include "common/text/word.h"

namespace thresh {

// A letter, a digit or '_': such a byte is in a word with each neighbour that is one, too.
bool IsAsciiWordByte(char c);

class AsciiWords {
 public:
  // The words of text[begin, end), all ASCII; ranges count from the start of `text`.
  AsciiWords(std::string_view text, std::size_t begin, std::size_t end)
      : text_(text.data()), at_(begin), end_(end) {}

  bool Next(Word* word);

 private:
  const char* text_;
  std::size_t at_;
  std::size_t end_;
};

}  // namespace thresh
