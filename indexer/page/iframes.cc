#include "indexer/page/iframes.h"

#include <string_view>

#include "common/base/ascii.h"

namespace thresh {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kName = "iframe";

// Where the start tag that begins at `at` ends: behind its '>'.
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
    if (EqualsLower(html.substr(at + 1, kName.size()), kName)) return at;
  }
  return kNone;
}

}  // namespace

std::string CloseIframes(std::string html) {
  std::size_t at = FindIframe(html, 0);
  while (at != kNone) {
    const std::size_t end = EndOfTag(html, at);
    if (end == kNone) break;
    if (html[end - 2] == '/' && FindEndTag(html, end, kName) == kNone)
      html.insert(end, "</iframe>");
    at = FindIframe(html, end);
  }
  return html;
}

}  // namespace thresh
