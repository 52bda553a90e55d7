// Attributes as a start tag writes them. The tree keeps those that are read on every page; the
// others are read from the html of the tag, where both readers of html see the same. The segmenter
// uses them to count what no index has. Pure functions; all bytes are good input.
#pragma once

#include <string_view>

namespace thresh {

// The value of the first attribute of this name, without its quotes and with its references as
// they are written. Empty if the tag has none. `tag` is "<name ...>"; `name` is in lower case.
std::string_view WrittenAttribute(std::string_view tag, std::string_view name);

// Whether the tag has words in an attribute that is read aloud or shown: alt, title, aria-label,
// placeholder.
bool HasWordsInAttributes(std::string_view tag);

}  // namespace thresh
