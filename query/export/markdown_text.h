// Text in Markdown: what must be escaped so that CommonMark, and GitHub's tables and strikethrough,
// read it as text. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace thresh {

// Appends words of a paragraph, wherever they stand in their line.
void AppendMarkdownText(std::string_view text, std::string* line);
// Appends text of a paragraph between `marks`, or without them where CommonMark would read them as
// text: beside punctuation that other text touches. `glued`: more text follows without a blank.
void AppendEmphasis(std::string_view text, std::string_view marks, bool glued, std::string* line);
// A line of a paragraph must not begin as another block does.
std::string EscapeLineStart(std::string_view line);
// A heading must not end as one that is closed by number signs.
std::string EscapeHeadingEnd(std::string_view line);
// `code` between as many backticks as it needs. In a cell of a table a pipe is escaped there, too.
std::string CodeSpan(std::string_view code, bool in_cell);
// The line of backticks above and below a block of code.
std::string CodeFence(std::string_view code);

}  // namespace thresh
