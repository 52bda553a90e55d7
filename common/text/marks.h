// Texts that are no words: nothing but punctuation, such as the bar between two links, and the
// signs that link to the place where they stand. Pure functions, safe on any thread.
#pragma once

#include <string_view>

namespace thresh {

// Whether the text has only punctuation, mathematical signs, blanks and the sign of copyrights. Not
// other signs: stars that rate something may be all that a page says. A text of more than 32 bytes
// is no mark, and malformed UTF-8 neither.
bool IsMarks(std::string_view text);

// Whether the text is a sign by which pages give people the address of a heading: nothing else
// stands alone so. Some pages take "#", which other texts have, too.
bool IsPermalinkSign(std::string_view text);

}  // namespace thresh
