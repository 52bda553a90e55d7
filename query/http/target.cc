#include "query/http/target.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "common/base/ascii.h"

namespace thresh {
namespace {

// Decodes escapes. Nothing if an escape lacks its two digits or stands for NUL.
std::optional<std::string> Decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (text.size() - i < 3) return std::nullopt;
    const int high = HexDigit(text[i + 1]), low = HexDigit(text[i + 2]);
    if (high < 0 || low < 0 || high + low == 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

// Browsers write a blank in a form as a plus.
std::optional<std::string> DecodeParameter(std::string_view text) {
  std::string blanks(text);
  // Replaced before decoding, so that an escaped plus stays a plus.
  std::replace(blanks.begin(), blanks.end(), '+', ' ');
  return Decode(blanks);
}

// Takes the text before the first `separator` off the front of `rest`, or all of it if there is
// none.
std::string_view Cut(std::string_view* rest, char separator) {
  const std::size_t end = std::min(rest->find(separator), rest->size());
  const std::string_view piece = rest->substr(0, end);
  rest->remove_prefix(std::min(end + 1, rest->size()));
  return piece;
}

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool HasDotSegment(std::string_view path) {
  while (!path.empty()) {
    const std::string_view segment = Cut(&path, '/');
    if (segment == "." || segment == "..") return true;
  }
  return false;
}

std::string_view ParsePath(std::string_view encoded, HttpRequest* request) {
  std::optional<std::string> path = Decode(encoded);
  if (!path) return "a % in the path must be followed by two hexadecimal digits other than 00";
  // An escaped slash would give a page a second address.
  if (std::count(path->begin(), path->end(), '/') !=
      std::count(encoded.begin(), encoded.end(), '/'))
    return "a slash in the path must not be escaped";
  if (std::any_of(path->begin(), path->end(), IsControl)) return "the path has a control character";
  // Checked after decoding, because %2e%2e is a dot segment as well.
  if (HasDotSegment(*path)) return "the path has a segment . or ..";
  request->path = std::move(*path);
  return {};
}

std::string_view ParseParameters(std::string_view query, HttpRequest* request) {
  while (!query.empty()) {
    std::string_view value = Cut(&query, '&');
    if (value.empty()) continue;
    if (request->parameters.size() == kMaxParameters) return "there are too many parameters";
    std::optional<std::string> name = DecodeParameter(Cut(&value, '='));
    std::optional<std::string> decoded = DecodeParameter(value);
    if (!name || !decoded)
      return "a % in the query must be followed by two hexadecimal digits other than 00";
    request->parameters.emplace_back(std::move(*name), std::move(*decoded));
  }
  return {};
}

}  // namespace

std::string_view ParseTarget(std::string_view target, HttpRequest* request) {
  const bool visible =
      std::all_of(target.begin(), target.end(), [](char c) { return c > 0x20 && c < 0x7f; });
  if (!visible) return "the address has characters that must be escaped";
  if (!target.starts_with('/')) return "the address does not begin with a slash";
  if (target.find('#') != std::string_view::npos) return "the address has a fragment";
  const std::string_view path = Cut(&target, '?');
  if (const std::string_view wrong = ParsePath(path, request); !wrong.empty()) return wrong;
  return ParseParameters(target, request);
}

}  // namespace thresh
