// ASCII without a locale: letters, digits, letter case and percent escapes, as HTML, URLs and
// headers of HTTP use them. Bytes over 127 are never letters and never change. Pure functions,
// safe on any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace thresh {

inline constexpr std::string_view kHtmlSpace = " \t\n\f\r";

constexpr bool IsAsciiAlpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsAsciiAlnum(char c) { return IsAsciiAlpha(c) || IsAsciiDigit(c); }
constexpr char AsciiLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr char AsciiUpper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

inline std::string LowerAscii(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), AsciiLower);
  return lower;
}

// Compares without letter case. `lower` must be in lower case.
inline bool EqualsLower(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() &&
         std::equal(text.begin(), text.end(), lower.begin(),
                    [](char a, char b) { return AsciiLower(a) == b; });
}
inline bool StartsWithLower(std::string_view text, std::string_view lower) {
  return EqualsLower(text.substr(0, lower.size()), lower);
}

// Compares without letter case; both may be in any case.
inline bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return AsciiLower(x) == AsciiLower(y); });
}

// The value of a hexadecimal digit in either case, or -1.
constexpr int HexDigit(char c) {
  if (IsAsciiDigit(c)) return c - '0';
  const char lower = AsciiLower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Appends `c` as a percent escape: "%2F".
inline void AppendPercentEscape(char c, std::string* out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out->append({'%', kDigits[byte >> 4U], kDigits[byte & 15U]});
}

constexpr bool IsHtmlSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

inline std::string_view TrimHtmlSpace(std::string_view text) {
  while (!text.empty() && IsHtmlSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsHtmlSpace(text.back())) text.remove_suffix(1);
  return text;
}

// The place of the first "</name", in any case, at or behind `from`; npos if there is none. `name`
// must be in lower case.
inline std::size_t FindEndTag(std::string_view text, std::size_t from, std::string_view name) {
  for (std::size_t at = text.find("</", from); at != std::string_view::npos;
       at = text.find("</", at + 2)) {
    if (StartsWithLower(text.substr(at + 2), name)) return at;
  }
  return std::string_view::npos;
}

}  // namespace thresh
