// Character references for readers without gumbo: numbers and the 252 names of HTML 4.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thresh {

// text[0] is '&'. Appends what the reference stands for and returns its length; 0 where it is none.
std::size_t DecodeEntity(std::string_view text, std::string* out);

// `text` with every reference decoded, appended to *out.
void DecodeEntities(std::string_view text, std::string* out);

}  // namespace thresh
