// Whether a file or body is html, by its first bytes or by its name.
#pragma once

#include <string_view>

namespace thresh {

inline constexpr std::size_t kSniffBytes = 1445;  // WHATWG MIME Sniffing, 5.2

// MIME Sniffing 7.1, stricter in one place: a comment alone proves nothing, what follows it does.
// UTF-16 with a byte order mark is looked through.
bool LooksLikeHtml(std::string_view bytes);

// name.html (.htm .xhtml .shtml), Apache's name.html.LANGUAGE and name.html.LANGUAGE.CHARSET.
bool IsHtmlName(std::string_view name);

}  // namespace thresh
