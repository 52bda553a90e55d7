// Foreign text in a document that a browser opens: the one function through which words of pages,
// URLs and queries reach HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace thresh {

// The text between tags, or the value of a quoted attribute: safe as SafeText (common/cli/table.h)
// makes it (no control characters, none that change the direction of what follows, U+FFFD for
// malformed bytes), and & < > " ' as references.
std::string EscapeHtml(std::string_view text);

// Whether a document may link there: absolute, http or https.
bool IsWebLink(std::string_view url);

}  // namespace thresh
