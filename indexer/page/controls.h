// The code points that no html page has, as characters or as numbers of references: every reader
// gets them replaced. gumbo reads a character of them as U+FFFD, too. A number it lets overflow,
// and what comes out may end a text.
#pragma once

#include <string>

namespace thresh {

// Replaces control characters but white space and NUL, and noncharacters, by U+FFFD, and the
// numbers of references above U+10FFFF by that of U+FFFD, as the standard reads them. `text` is
// valid UTF-8 and stays so.
std::string ReplaceControls(std::string text);

}  // namespace thresh
