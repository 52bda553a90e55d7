// How a layout block looks, as numbers: the attribute vector A of Chen et al. 2006, 3.1 ("an array
// of integers represents the HTML elements' attributes"), and our style paths, which take the place
// of its position D. Readers call these functions for each element, and the Digester for each page.
// They know attributes and blocks, but no parser. Pure functions: any thread may call them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "indexer/page/html/html_tree.h"
#include "indexer/page/outline.h"

namespace thresh {

// 0 without a value; 1 + RGB24 for #rgb, #rrggbb or one of the 16 HTML names; -1 for anything else.
std::int32_t ColourCode(std::string_view value);

// 0 without a number; n + 1 for n or npx, -(n + 1) for n%. Fractions are cut off.
std::int32_t LengthCode(std::string_view value);

// 1 left, 2 center, 3 right, 4 justify; 0 for anything else.
std::int32_t AlignCode(std::string_view value);

// Writes the code of an attribute into the vector of its element. REQUIRES: A has the attribute:
// kBgcolor and those behind it.
void NoteStyle(HtmlAttributeName name, std::string_view value, AttributeVector* vector);

// Hash of A and of the attributes by which pages style themselves today: class, id and role,
// without the parts that change from page to page. Class tokens count in any order. Tokens that
// name a state (active, first ...) or carry a digit are left out; a list of more than six tokens is
// left out whole, because programs write such lists. A run of digits in an id counts as one
// character.
std::uint64_t CleanedLook(const AttributeVector& vector, std::string_view classes,
                          std::string_view id, std::string_view role);

// Keys of block-style clusters by style path, one for each block. A style path has, layer by layer,
// the look of the element and its rank among the siblings of the same look. So an optional block of
// another look shifts nothing, where position D counts every sibling. `low` is the hash of the
// style path, and no two blocks of a page share it. `high` is equal for equal looks below equal
// first layers.
std::vector<Hash128> StylePaths(std::span<const LayoutBlock> blocks);

}  // namespace thresh
