// Why the straight reader leaves a page to gumbo.
#pragma once

#include <cstdint>

namespace thresh::straight {

enum class GiveUp : std::uint8_t {
  kNone,       // the page was read
  kNul,        // NUL bytes: what they become depends on where they stand
  kForeign,    // math, and svg that is more than a drawing
  kTemplate,   // <template>
  kFrames,     // <frameset>
  kRareTag,    // <plaintext>, <isindex>, <image>, or a second <html> before the head
  kReference,  // a character reference of unusual length, hundreds of unknown ones, or hundreds of
               // attributes in one tag where their names have to be compared
  kQuirks,     // a table in a paragraph, on a page whose doctype is cut off
  kEffort,     // too deep, too many nodes, or too much repair
};

}  // namespace thresh::straight
