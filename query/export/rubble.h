// Rubble: the marks that stood between texts that were struck, such as the bars and arrows of a row
// of links. They are no words, so that no detector says anything about them, and without their
// neighbours they mean nothing. Functions of their arguments only.
#pragma once

#include <vector>

#include "common/store/page_elements.h"
#include "common/store/page_text.h"

namespace thresh {

// Strikes each run of marks (common/text/marks.h) in a line that stands between two struck texts,
// or beside one in the same line. Preformatted text keeps its marks, since there they are code.
// `spans` are those of the page, whose blocks are the text nodes.
void StrikeRubble(const PageElements& elements, std::vector<ShownSpan>* spans);

}  // namespace thresh
