// The code points that no html page has: gumbo reads each as U+FFFD, and so every reader gets them
// replaced.
#pragma once

#include <string>

namespace thresh {

// Replaces control characters but white space and NUL, and noncharacters, by U+FFFD. `text` is
// valid UTF-8 and stays so.
std::string ReplaceControls(std::string text);

}  // namespace thresh
