// Words and blanks of headers, for the readers of archives and of HTTP. What HTML and URLs compare
// by is in common/base/ascii.h. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thresh {

// Position of `what` in `text` at or behind `from`, letter case ignored; npos if there is none.
// `what` must be in lower case.
std::size_t FindIgnoreCase(std::string_view text, std::string_view what, std::size_t from = 0);
// `text` without blanks, tabs, line ends and zeros at both ends.
std::string_view TrimBlanks(std::string_view text);
// Takes the first word off `text` and returns it. Empty if there is no word.
std::string_view TakeWord(std::string_view* text);

}  // namespace thresh
