// What a doctype says of the page: browsers show pages of old doctypes as old browsers did, and in
// such a page a table may stand in a paragraph. Pure functions.
#pragma once

#include <cstdint>
#include <string_view>

namespace thresh::straight {

enum class Quirks : std::uint8_t {
  kNo,       // and limited quirks, which differ for layout alone
  kYes,      // also without a doctype
  kUnknown,  // it is cut off, or only gumbo can tell
};

// `doctype` is the whole token: <!DOCTYPE ...>.
Quirks QuirksOf(std::string_view doctype);

}  // namespace thresh::straight
