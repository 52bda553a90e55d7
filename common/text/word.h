// Word: a segment of text that the word rules keep. AsciiWords and IcuWords make them, and the
// Analyzer turns them into tokens.
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
  bool folded = false;  // lower-case ASCII: its own case fold, so that nothing needs normalising
  friend bool operator==(const Word&, const Word&) = default;
};

// True for a word of at least one digit and otherwise only ASCII punctuation, such as "3.14".
bool IsNumber(std::string_view word);

}  // namespace thresh
