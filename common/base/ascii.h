// ASCII without locale: what HTML and URLs compare by.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

namespace thresh {

inline constexpr std::string_view kHtmlSpace = " \t\n\f\r";

constexpr bool IsAsciiAlpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }
constexpr char AsciiLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// `lower` is in lower case.
inline bool EqualsLower(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() &&
         std::equal(text.begin(), text.end(), lower.begin(),
                    [](char a, char b) { return AsciiLower(a) == b; });
}

inline std::string_view TrimHtmlSpace(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kHtmlSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kHtmlSpace) - begin + 1);
}

// Where "</name" stands in text[from, size), in any case; npos where it does not. `name` is in
// lower case.
inline std::size_t FindEndTag(std::string_view text, std::size_t from, std::string_view name) {
  for (std::size_t at = text.find("</", from); at != std::string_view::npos;
       at = text.find("</", at + 2)) {
    if (EqualsLower(text.substr(at + 2, name.size()), name)) return at;
  }
  return std::string_view::npos;
}

}  // namespace thresh
