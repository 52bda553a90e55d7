// Whether a file or a body is html, by its first bytes or by its name. Sources use it for payloads
// without a type. No state.
#pragma once

#include <string_view>

namespace thresh {

inline constexpr std::size_t kSniffBytes = 1445;  // WHATWG MIME Sniffing, 5.2

// WHATWG MIME Sniffing, 7.1, stricter in one place: a comment alone proves nothing, the tag behind
// it does. UTF-16 with a byte order mark is read, too.
bool LooksLikeHtml(std::string_view bytes);

// Whether bytes that are called html are something else: more than one byte in a hundred of the
// first kSniffBytes is a binary data byte (WHATWG MIME Sniffing, 3), where the standard asks for
// one: pages of real crawls have stray NULs and control characters. Of UTF-16 with a byte order
// mark, more than one unit in a hundred is such a character or half of a pair.
bool LooksBinary(std::string_view bytes);

// name.html (.htm .xhtml .shtml .xht), and Apache's name.html.LANGUAGE and
// name.html.LANGUAGE.CHARSET.
bool IsHtmlName(std::string_view name);

}  // namespace thresh
