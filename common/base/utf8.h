// UTF-8: the one decoder, for text of pages as well as for our own. Pure functions, safe on any
// thread; malformed bytes never stop them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thresh {

// What DecodeUtf8 returns for bytes that are no code point; it lies above every code point.
inline constexpr char32_t kMalformed = 0x110000;

// Returns the code point that begins at byte *at and moves *at behind it. REQUIRES: *at <
// text.size(). A malformed sequence gives kMalformed, and *at moves behind its maximal subpart
// (Unicode Standard, 3.9; WHATWG Encoding): at least one byte, and never over a byte that could
// begin a code point.
char32_t DecodeUtf8(std::string_view text, std::size_t* at);

// All code points of a text, kMalformed among them.
std::u32string AllCodePoints(std::string_view text);

// The place of the first byte of text[at, size) that is not ASCII; text.size() if all are.
std::size_t AsciiEnd(std::string_view text, std::size_t at);

// The beginning of a text that is longer than `most` bytes: whole words, unless the last one is
// very long, and whole code points. A shorter text as it is.
std::string_view CutText(std::string_view text, std::size_t most);

bool IsValidUtf8(std::string_view text);

}  // namespace thresh
