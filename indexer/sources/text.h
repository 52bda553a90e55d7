// ASCII text of headers: letter case, blanks and words. No locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thresh {

bool StartsWithIgnoreCase(std::string_view text, std::string_view prefix);
// Position of `what` (given in lower case) in `text`, letter case ignored; npos without.
std::size_t FindIgnoreCase(std::string_view text, std::string_view what, std::size_t from = 0);
std::string_view TrimBlanks(std::string_view text);  // blanks, tabs, line ends, zeros
// The first word of `text`, which keeps what follows it.
std::string_view TakeWord(std::string_view* text);

}  // namespace thresh
