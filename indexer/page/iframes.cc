#include "indexer/page/iframes.h"

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

}  // namespace

std::string CloseIframes(std::string html) {
  std::size_t at = FindIframe(html, 0);
  while (at != kNone) {
    const std::size_t end = EndOfTag(html, at);
    // A tag without '>' is cut off by the end of the page, so there is nothing to close.
    if (end == kNone) break;
    // An end tag anywhere behind it may be this iframe's own. Then the html stays as it is.
    if (html[end - 2] == '/' && FindEndTag(html, end, kName) == kNone)
      html.insert(end, "</iframe>");
    at = FindIframe(html, end);
  }
  return html;
}

}  // namespace thresh
