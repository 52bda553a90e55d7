#include "indexer/sources/json_member.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace thresh {
namespace {

// Position behind the string whose opening quote stands at `begin`; npos if it has no end.
std::size_t EndOfString(std::string_view json, std::size_t begin) {
  for (std::size_t quote = begin;;) {
    quote = json.find('"', quote + 1);
    if (quote == std::string_view::npos) return quote;
    std::size_t slashes = 0;
    while (json[quote - 1 - slashes] == '\\')
      ++slashes;  // stops at the opening quote at the latest
    if (slashes % 2 == 0) return quote + 1;
  }
}

// The text of a string with its quotes; nothing if it is none.
std::optional<std::string> Decoded(std::string_view quoted) {
  const std::string_view inside = quoted.substr(1, quoted.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return std::string(inside);
  const auto value = nlohmann::json::parse(quoted, nullptr, false);
  if (!value.is_string()) return std::nullopt;
  return value.get<std::string>();
}

}  // namespace

std::optional<std::string> StringMember(std::string_view json, std::string_view name) {
  const auto skip_blanks = [&](std::size_t at) {
    return std::min(json.find_first_not_of(" \t\r\n", at), json.size());
  };
  std::optional<std::string> found;
  int depth = 0;
  for (std::size_t at = 0; at < json.size();) {
    const char c = json[at];
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) break;
    if (c != '"') {
      ++at;
      continue;
    }
    const std::size_t end = EndOfString(json, at);
    if (end == std::string_view::npos) break;
    const std::string_view key = json.substr(at, end - at);
    at = skip_blanks(end);
    const bool is_key = depth == 1 && at < json.size() && json[at] == ':';
    if (!is_key || Decoded(key) != name) continue;
    at = skip_blanks(at + 1);
    if (at >= json.size() || json[at] != '"') continue;
    const std::size_t value_end = EndOfString(json, at);
    if (value_end == std::string_view::npos) break;
    if (auto value = Decoded(json.substr(at, value_end - at))) found = std::move(value);
    at = value_end;
  }
  return found;
}

}  // namespace thresh
