// The door from gumbo's tree to ours. A pure function but for the tree that it fills.
#pragma once

#include "indexer/page/html/html_tree.h"

struct GumboInternalNode;

namespace thresh {

// `root` is the <html> element of gumbo's parse of tree->html(), and *tree is empty. The copy needs
// nothing of gumbo's tree. The walk is iterative, because pages nest as deep as they like.
void CopyGumboTree(const GumboInternalNode& root, HtmlTree* tree);

}  // namespace thresh
