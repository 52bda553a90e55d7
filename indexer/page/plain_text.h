// Reading pages without a tree, in linear time: html that is over a parse budget, and pages that
// are text.
#pragma once

#include <string>
#include <string_view>

#include "indexer/page/outline.h"

namespace thresh {

// Html → blocks of text: tags and comments dropped, script and style with their content, entities
// decoded. Each layout tag (tags.h), opening or closing, starts a new block below the body, so
// nesting is lost and text is not: what is never closed (a comment, a script, a tag) is read as
// text. The title is noted, links are not.
void StripTags(std::string_view html, Outline* outline);

// Plain text: one block for each paragraph, that is, between blank lines.
void ReadPlainText(std::string_view text, Outline* outline);

// The text of a piece of html, in one.
std::string TextOfMarkup(std::string_view html);

}  // namespace thresh
