// Rubble: the marks that stood between texts that were struck, such as the bars and arrows of a row
// of links. They are no words, so that no detector says anything about them, and without their
// neighbours they mean nothing. Functions of their arguments only.
#pragma once

#include <vector>

#include "common/store/page_elements.h"
#include "common/store/page_text.h"

namespace thresh {

// Strikes each span of marks alone (common/text/marks.h) that stands beside a struck text, in the
// same line, with nothing but such spans in between. Preformatted text keeps its marks, since there
// they are code. `spans` are those of the page, whose blocks are the text nodes.
void StrikeRubble(const PageElements& elements, std::vector<ShownSpan>* spans);

}  // namespace thresh
