// Strings of JSON, written straight into a record: an export writes millions, and a tree of JSON
// values for each page would take most of its time. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace thresh {

// Appends `text` in quotes with everything escaped that JSON wants escaped. A malformed sequence
// becomes U+FFFD.
void AppendJsonString(std::string_view text, std::string* out);

// Appends `"name":` with `before` in front, which is a brace or a comma.
void AppendJsonName(char before, std::string_view name, std::string* out);

}  // namespace thresh
