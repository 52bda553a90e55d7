// UTF-8, read: the one decoder for text that is foreign or ours.
#pragma once

#include <cstddef>
#include <string_view>

namespace thresh {

// What DecodeUtf8 gives for bytes that are no code point; above every code point.
inline constexpr char32_t kMalformed = 0x110000;

// The code point that begins at byte *at (which must lie in the text); *at moves behind it. A
// malformed sequence is passed by its maximal subpart (Unicode Standard, 3.9; WHATWG Encoding):
// always at least one byte, never a byte that could begin a code point.
char32_t DecodeUtf8(std::string_view text, std::size_t* at);

// The first byte of text[at, size) that is not ASCII; the size where all are.
std::size_t AsciiEnd(std::string_view text, std::size_t at);

bool IsValidUtf8(std::string_view text);

}  // namespace thresh
