#include "indexer/page/iframes.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "common/base/ascii.h"

namespace thresh {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kName = "iframe";

// The place behind the '>' that ends the start tag at `at`. A '>' inside quotes does not end it.
std::size_t EndOfTag(std::string_view html, std::size_t at) {
  char quote = 0;
  for (; at < html.size(); ++at) {
    const char c = html[at];
    if (quote != 0) {
      quote = c == quote ? '\0' : quote;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return kNone;
}

std::size_t FindIframe(std::string_view html, std::size_t from) {
  for (std::size_t at = html.find('<', from); at != kNone; at = html.find('<', at + 1)) {
    // The second character alone turns away nearly every tag.
    if (at + 1 < html.size() && (html[at + 1] | 0x20) == kName[0] &&
        EqualsLower(html.substr(at + 1, kName.size()), kName))
      return at;
  }
  return kNone;
}

// The place of the last end tag, at or behind `from`. 0 if there is none.
std::size_t LastEndTag(std::string_view html, std::size_t from) {
  std::size_t last = 0;
  for (std::size_t at = FindEndTag(html, from, kName); at != kNone;
       at = FindEndTag(html, at + kName.size(), kName))
    last = at;
  return last;
}

}  // namespace

std::string CloseIframes(std::string html) {
  std::string closed;  // the html up to `taken`, with its new end tags
  std::size_t taken = 0;
  std::optional<std::size_t> last_end;  // looked for once, and only where it counts
  std::size_t at = FindIframe(html, 0);
  while (at != kNone) {
    const std::size_t end = EndOfTag(html, at);
    // A tag without '>' is cut off by the end of the page, so there is nothing to close.
    if (end == kNone) break;
    if (html[end - 2] == '/') {
      if (!last_end) last_end = LastEndTag(html, end);
      // An end tag anywhere behind it may be this iframe's own. Then the html stays as it is.
      if (*last_end < end) {
        closed.append(html, taken, end - taken).append("</iframe>");
        taken = end;
      }
    }
    at = FindIframe(html, end);
  }
  if (taken == 0) return html;
  return closed.append(html, taken);
}

}  // namespace thresh
