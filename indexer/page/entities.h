// Character references for readers without gumbo: numbers, and the 252 names of HTML 4.01. gumbo
// decodes all 2,231 names of the HTML standard. The tag stripper reads only pages over a budget,
// which count as degraded, and does without the rare names. Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace thresh {

// Decodes the reference at the front of `text`, appends its character to *out and returns the
// length of the reference. Returns 0 if there is none. REQUIRES: text[0] is '&'.
std::size_t DecodeEntity(std::string_view text, std::string* out);

// Appends `text` to *out with all references decoded.
void DecodeEntities(std::string_view text, std::string* out);

}  // namespace thresh
