// The attribute vector A of a layout element (Chen et al. 2006, 3.1: "an array of integers
// represents the HTML elements' attributes"). Pure functions.
#pragma once

#include <cstdint>
#include <string_view>

#include "indexer/page/outline.h"

struct GumboInternalNode;

namespace thresh {

// 0 without a value; 1 + RGB24 for #rgb, #rrggbb or one of the 16 HTML names; -1 for anything else.
std::int32_t ColourCode(std::string_view value);

// 0 without a number; n + 1 for n or npx, -(n + 1) for n%. Fractions are cut off.
std::int32_t LengthCode(std::string_view value);

// 1 left, 2 center, 3 right, 4 justify; 0 for anything else.
std::int32_t AlignCode(std::string_view value);

// Of an element whose tag has the code `layout`.
AttributeVector StyleAttributes(const GumboInternalNode& element, std::int8_t layout);

}  // namespace thresh
