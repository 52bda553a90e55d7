// Rubble: marks that are no words, so that no detector says anything about them, and that mean
// nothing in a clean text: the bars and arrows between links that were struck, and the signs on
// which people click to get the address of a heading. Functions of their arguments only.
#pragma once

#include <vector>

#include "common/store/page_elements.h"
#include "common/store/page_text.h"

namespace thresh {

// Strikes each run of marks (common/text/marks.h) in a line that stands between two struck texts,
// or beside one in the same line, and erases each permalink: a link of one of the usual signs
// beside other text of its line. Preformatted text keeps its marks, since there they are code.
// `spans` are those of the page, whose blocks are the text nodes.
void ClearRubble(const PageElements& elements, std::vector<ShownSpan>* spans);

}  // namespace thresh
