// How a template lies in a page, as a whole or in part (Vieira et al. 2006, 5, figures 5 and 6).
// Pure functions.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/rtdm_td/label_tree.h"

namespace thresh {

// Match: the roots' labels are equal, and the children of `s` match, in
// order, some of the children of `page`, and so on below.
bool Matches(const LabelTree& s, const LabelTree& page);

// From the root down each child of `s` takes the first of the page's that has its label and was not
// passed yet; one that finds none is skipped, with what is below it. The page's nodes that were
// taken, in document order; none where the roots' labels differ.
std::vector<std::uint32_t> EmbedInPart(const LabelTree& s, const LabelTree& page);

}  // namespace thresh
