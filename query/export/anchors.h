// Anchors: the ids by which an address may point into a page, as its headings have them. Pure
// functions; views point into the elements.
#pragma once

#include <cstdint>
#include <string_view>

#include "common/store/page_elements.h"

namespace thresh {

// The id of a heading: its own, that of an element in it, or that of the section that it begins.
// Empty if it has none. REQUIRES: `heading` is an element.
std::string_view HeadingAnchor(const PageElements& elements, std::uint32_t heading);

// The id of the last heading that has one, up to the text node with this number. Empty if there is
// none.
std::string_view AnchorOfText(const PageElements& elements, std::uint32_t text);

}  // namespace thresh
