// Readers without a tree, in linear time: for html over a parse budget, and for pages that are
// text. They fill an Outline as the Segmenter does. All bytes are good input. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "indexer/page/outline.h"

namespace thresh {

// Html → blocks of text. Tags and comments are dropped, script and style with their content, and
// entities are decoded. Each layout tag (tags.h), opening or closing, starts a new block below the
// body. So nesting is lost, but no text is: a comment, script or tag that never ends is read as
// text. The title is noted, links are not.
void StripTags(std::string_view html, Outline* outline);

// Plain text: one block for each paragraph. Blank lines separate paragraphs.
void ReadPlainText(std::string_view text, Outline* outline);

// The text of a piece of html as one string.
std::string TextOfMarkup(std::string_view html);

}  // namespace thresh
