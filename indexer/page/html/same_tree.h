// The comparison of two trees, node by node: whether two readers made the same of a page. Pure
// functions.
#pragma once

#include <string>

#include "indexer/page/html/html_tree.h"

namespace thresh {

// Whether elements, texts, places in the html and attributes are equal.
bool SameTree(const HtmlTree& a, const HtmlTree& b);

// The first difference, for people. Empty if there is none.
std::string FirstDifference(const HtmlTree& a, const HtmlTree& b);

}  // namespace thresh
