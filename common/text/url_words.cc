#include <unicode/uchar.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/text/analyzer.h"

namespace thresh {
namespace {

struct UrlParts {
  std::string_view host;
  std::string_view path;
};

// Host and path by RFC 3986, section 3. A URL without scheme and "//" is a path. User, port, query
// and fragment hold no words that a person would search for.
UrlParts Split(std::string_view url) {
  UrlParts parts;
  parts.path = url.substr(0, url.find_first_of("?#"));
  const std::size_t scheme_end = parts.path.find("://");
  // A "://" behind the first slash belongs to the path.
  if (scheme_end < parts.path.find('/')) parts.path.remove_prefix(scheme_end + 1);
  if (!parts.path.starts_with("//")) return parts;
  const std::size_t host_end = std::min(parts.path.find('/', 2), parts.path.size());
  parts.host = parts.path.substr(2, host_end - 2);
  parts.path.remove_prefix(host_end);
  if (const std::size_t at = parts.host.rfind('@'); at != parts.host.npos)
    parts.host.remove_prefix(at + 1);
  // Colons within the brackets of an IPv6 address begin no port.
  const std::size_t address_end = parts.host.starts_with('[') ? parts.host.find(']') : 0;
  parts.host = parts.host.substr(0, parts.host.find(':', address_end));
  if (parts.host.size() > 4 && StartsWithLower(parts.host, "www.")) parts.host.remove_prefix(4);
  return parts;
}

// Cuts ".html" from "a/os.path.html". An ending is a letter and at most four more letters or
// digits.
std::string_view WithoutEnding(std::string_view path) {
  // As long as "shtml" and "xhtml".
  constexpr std::size_t kLongestEnding = 5;
  const std::size_t dot = path.find_last_of("./");
  // A name that begins with a dot is a name and no ending.
  if (dot == path.npos || path[dot] != '.' || dot == 0 || path[dot - 1] == '/') return path;
  const std::string_view ending = path.substr(dot + 1);
  if (ending.empty() || ending.size() > kLongestEnding || !IsAsciiAlpha(ending.front()))
    return path;
  const bool plain = std::all_of(ending.begin(), ending.end(), IsAsciiAlnum);
  return plain ? path.substr(0, dot) : path;
}

// Decodes percent escapes. A '%' without two hexadecimal digits stays, and separates words.
std::string PercentDecoded(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                        HexDigit(text[i + 2]) >= 0;
    bytes.push_back(escape ? static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]))
                           : text[i]);
    if (escape) i += 2;
  }
  return bytes;
}

// Letters, digits and combining marks, without which words of many scripts would fall to pieces.
// kMalformed is in no category.
bool IsWordCharacter(char32_t c) {
  constexpr std::uint32_t kLetterMarkNumber = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK;
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & kLetterMarkNumber) != 0;
}

// Appends the words of a part of the URL. Bytes that are not UTF-8 separate words.
void AppendWords(std::string_view part, std::string* words) {
  const std::string bytes = PercentDecoded(part);
  bool gap = true;
  for (std::size_t next = 0; next < bytes.size();) {
    const std::size_t begin = next;
    const bool in_word = IsWordCharacter(DecodeUtf8(bytes, &next));
    if (in_word && gap && !words->empty()) words->push_back(' ');
    if (in_word) words->append(bytes, begin, next - begin);
    gap = !in_word;
  }
}

}  // namespace

std::string UrlWords(std::string_view url) {
  const UrlParts parts = Split(url);
  std::string words;
  AppendWords(parts.host, &words);
  AppendWords(WithoutEnding(parts.path), &words);
  return words;
}

}  // namespace thresh
