// IsMarks: a text that is nothing but punctuation, such as the bar between two links. A pure
// function, safe on any thread.
#pragma once

#include <string_view>

namespace thresh {

// Whether the text has only punctuation, mathematical signs, blanks and the sign of copyrights. Not
// other signs: stars that rate something may be all that a page says. A text of more than 32 bytes
// is no mark, and malformed UTF-8 neither.
bool IsMarks(std::string_view text);

}  // namespace thresh
