// Foreign text in lines for a terminal, with ranges of it bold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/cli/cli.h"

namespace thresh {

using Ranges =
    std::vector<std::pair<std::size_t, std::size_t>>;  // [first, last) in bytes, ascending

// Columns for text that is read: those of the terminal, at most 100; 0, which is one line, in a
// pipe.
std::size_t TextWidth(const Terminal& terminal);

// Made safe, ranges bold, broken into lines of at most `width` columns (0: one line) after `indent`
// blanks; between wide characters as well as at blanks.
std::string WrappedText(std::string_view text, const Ranges& bold, const Terminal& terminal,
                        std::size_t indent, std::size_t width);

}  // namespace thresh
