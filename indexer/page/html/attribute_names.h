// Names of attributes as numbers, for the readers of html: they meet many and keep few. Pure
// functions.
#pragma once

#include <string_view>

#include "indexer/page/html/html_tree.h"

namespace thresh {

// kCount for an attribute that the tree does not keep. `name` may be in any case.
HtmlAttributeName HtmlAttributeOf(std::string_view name);

}  // namespace thresh
