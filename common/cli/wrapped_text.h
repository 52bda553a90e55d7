// Text of pages in lines for a terminal, with ranges of it bold. The commands show snippets and
// templates with it. Only functions of their arguments: any thread may call them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thresh {

struct Terminal;

// [first, last) in bytes of a text, ascending.
using Ranges = std::vector<std::pair<std::size_t, std::size_t>>;

// Columns for text that is read: the columns of the terminal, at most 100. In a pipe 0, which means
// one line.
std::size_t TextWidth(const Terminal& terminal);

// Makes `text` safe, its ranges bold, and breaks it into lines of at most `width` columns (0: one
// line) after `indent` blanks. Lines break at blanks and between wide characters.
std::string WrappedText(std::string_view text, const Ranges& bold, const Terminal& terminal,
                        std::size_t indent, std::size_t width);

}  // namespace thresh
