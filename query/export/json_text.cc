#include "query/export/json_text.h"

#include <array>
#include <cstddef>

#include "common/base/utf8.h"

namespace thresh {
namespace {

// The bytes that may stand in a string as they are: ASCII without controls, quote and backslash.
constexpr std::array<bool, 256> MakePlain() {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}
constexpr std::array<bool, 256> kPlain = MakePlain();

void AppendEscaped(char c, std::string* out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  *out += '\\';
  switch (c) {
    case '\n':
      *out += 'n';
      return;
    case '\t':
      *out += 't';
      return;
    case '"':
    case '\\':
      *out += c;
      return;
    default:
      *out += "u00";
      *out += kHex[byte >> 4U];
      *out += kHex[byte & 15U];
  }
}

}  // namespace

void AppendJsonString(std::string_view text, std::string* out) {
  *out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && kPlain[static_cast<unsigned char>(text[at])]) ++at;
    out->append(text, begin, at - begin);
    if (at == text.size()) break;
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      AppendEscaped(text[at++], out);
      continue;
    }
    const std::size_t first = at;
    if (DecodeUtf8(text, &at) == kMalformed) {
      *out += "\xEF\xBF\xBD";
    } else {
      out->append(text, first, at - first);
    }
  }
  *out += '"';
}

void AppendJsonName(char before, std::string_view name, std::string* out) {
  *out += before;
  AppendJsonString(name, out);
  *out += ':';
}

}  // namespace thresh
