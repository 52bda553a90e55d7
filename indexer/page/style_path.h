// Style paths: a position for layout blocks that does not count what looks different. In place of
// position D of Chen et al. 2006, 3.1 stands, layer by layer, the look of the element and its rank
// among the siblings of the same look: an optional block of another look shifts nothing. Pure
// functions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexer/page/outline.h"

struct GumboInternalNode;

namespace thresh {

// Hash of the attribute vector A with what pages style themselves by today: class, id and role,
// without what changes from page to page. Class tokens count in any order; those that name a state
// (active, first ...) or carry a digit are left out, and so are lists of more than six, which are
// written by programs; runs of digits in an id are one character.
std::uint64_t CleanedLook(const GumboInternalNode& element, const AttributeVector& attributes);

// Keys of block-style clusters, by block. `low` is equal for equal style paths, which no two blocks
// of a page have in common; `high` for equal looks below equal first layers.
std::vector<Hash128> StylePaths(std::span<const LayoutBlock> blocks);

}  // namespace thresh
