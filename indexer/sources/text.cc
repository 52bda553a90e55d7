#include "indexer/sources/text.h"

#include <algorithm>
#include <charconv>

namespace thresh {
namespace {

constexpr std::string_view kBlanks(" \t\r\n\0", 5);

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

void AppendEscape(std::string* out, char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  *out += '%';
  *out += kDigits[byte >> 4];
  *out += kDigits[byte & 15];
}

// RFC 3986, 3.3: pchar and "/".
bool IsPathChar(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~!$&'()*+,;=:@/").find(c) != std::string_view::npos;
}

}  // namespace

std::string LowerAscii(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  return lower;
}

bool EqualsIgnoreCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return Lower(x) == Lower(y); });
}

bool StartsWithIgnoreCase(std::string_view text, std::string_view prefix) {
  return EqualsIgnoreCase(text.substr(0, prefix.size()), prefix);
}

std::size_t FindIgnoreCase(std::string_view text, std::string_view what, std::size_t from) {
  if (from > text.size()) return std::string_view::npos;
  const auto at =
      std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), what.begin(),
                  what.end(), [](char x, char y) { return Lower(x) == y; });
  return at == text.end() ? std::string_view::npos : static_cast<std::size_t>(at - text.begin());
}

std::string_view TrimBlanks(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::optional<std::uint64_t> ParseNumber(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string_view TakeWord(std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(kBlanks), text->size()));
  const std::string_view word = text->substr(0, text->find_first_of(kBlanks));
  text->remove_prefix(word.size());
  return word;
}

std::string EncodePath(std::string_view path) {
  std::string encoded;
  for (const char c : path) {
    if (IsPathChar(c)) {
      encoded += c;
    } else {
      AppendEscape(&encoded, c);
    }
  }
  return encoded;
}

std::string CleanUrl(std::string_view url) {
  url = TrimBlanks(url);
  if (url.starts_with('<') && url.ends_with('>')) url = TrimBlanks(url.substr(1, url.size() - 2));
  std::string clean;
  for (const char c : url) {
    if (c > ' ' && c < '\x7f') {
      clean += c;
    } else {
      AppendEscape(&clean, c);
    }
  }
  return clean;
}

std::string IsoDate(std::string_view date) {
  std::string iso(date);
  if (date.size() != 14 || date.find_first_not_of("0123456789") != std::string_view::npos)
    return iso;
  for (const auto& [at, mark] : {std::pair(12, ":"), {10, ":"}, {8, "T"}, {6, "-"}, {4, "-"}}) {
    iso.insert(static_cast<std::size_t>(at), mark);
  }
  return iso + "Z";
}

}  // namespace thresh
