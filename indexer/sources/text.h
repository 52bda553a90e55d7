// ASCII text of headers: letter case, blanks, words and numbers. No locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thresh {

std::string LowerAscii(std::string_view text);
bool EqualsIgnoreCase(std::string_view a, std::string_view b);
bool StartsWithIgnoreCase(std::string_view text, std::string_view prefix);
// Position of `what` (given in lower case) in `text`, letter case ignored; npos without.
std::size_t FindIgnoreCase(std::string_view text, std::string_view what, std::size_t from = 0);
std::string_view TrimBlanks(std::string_view text);  // blanks, tabs, line ends, zeros
// All of `text` is one decimal number that fits.
std::optional<std::uint64_t> ParseNumber(std::string_view text);
// The first word of `text`, which keeps what follows it.
std::string_view TakeWord(std::string_view* text);

}  // namespace thresh
