// Word: a segment of text that the word rules keep. Made by AsciiWords and IcuWords, used by the
// Analyzer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace thresh {

// The rule status of a kept segment (ICU's UBRK_WORD_*).
enum class WordKind : std::uint8_t { kNumber, kLetter, kKana, kIdeo };

struct Word {
  std::size_t begin = 0;  // byte range in the text that was split
  std::size_t end = 0;
  WordKind kind = WordKind::kLetter;
  bool folded =
      false;  // known to be its own case fold (lower-case ASCII): nothing is left to normalise
  friend bool operator==(const Word&, const Word&) = default;
};

// A word of digits and signs: at least one digit, else nothing but ASCII punctuation.
bool IsNumber(std::string_view word);

}  // namespace thresh
