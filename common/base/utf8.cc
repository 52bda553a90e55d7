#include "common/base/utf8.h"

#include <cstdint>
#include <cstring>

namespace thresh {
namespace {

// A row of table 3-7 of the Unicode Standard: how many bytes follow a lead byte, and the range of
// the first of them. That range is narrower than 80..BF where all of it would admit overlong forms,
// surrogates or values over 10FFFF.
struct Lead {
  unsigned following = 0;
  unsigned low = 0x80;
  unsigned high = 0xbf;
};

Lead LeadOf(unsigned byte) {
  if (byte >= 0xc2 && byte <= 0xdf) return {1, 0x80, 0xbf};
  if (byte == 0xe0) return {2, 0xa0, 0xbf};
  if (byte == 0xed) return {2, 0x80, 0x9f};
  if (byte >= 0xe1 && byte <= 0xef) return {2, 0x80, 0xbf};
  if (byte == 0xf0) return {3, 0x90, 0xbf};
  if (byte >= 0xf1 && byte <= 0xf3) return {3, 0x80, 0xbf};
  if (byte == 0xf4) return {3, 0x80, 0x8f};
  return {};
}

}  // namespace

char32_t DecodeUtf8(std::string_view text, std::size_t* at) {
  const unsigned first = static_cast<unsigned char>(text[(*at)++]);
  if (first < 0x80) return first;
  Lead lead = LeadOf(first);
  if (lead.following == 0) return kMalformed;
  // A lead byte with n bytes behind it holds the highest bits of the value in its lowest 6 - n
  // bits.
  char32_t c = first & (0x3fU >> lead.following);
  for (; lead.following > 0; --lead.following) {
    if (*at == text.size()) return kMalformed;
    const unsigned byte = static_cast<unsigned char>(text[*at]);
    // A byte that does not fit is not consumed, because it may begin the next character (Unicode
    // Standard, 3.9: maximal subparts).
    if (byte < lead.low || byte > lead.high) return kMalformed;
    c = (c << 6) | (byte & 0x3fU);
    lead = {lead.following};  // only the first byte after the lead has a narrower range
    ++*at;
  }
  return c;
}

std::u32string AllCodePoints(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) points.push_back(DecodeUtf8(text, &at));
  return points;
}

std::size_t AsciiEnd(std::string_view text, std::size_t at) {
  // Eight bytes at a time, because most text of most pages is ASCII.
  std::uint64_t eight = 0;
  for (; at + sizeof eight <= text.size(); at += sizeof eight) {
    // The text may stand at any address, so the bytes are copied and not cast.
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & 0x8080808080808080U) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

std::string_view CutText(std::string_view text, std::size_t most) {
  constexpr std::size_t kLongWord = 64;
  if (text.size() <= most) return text;
  const std::size_t blank = text.rfind(' ', most);
  if (blank != std::string_view::npos && blank + kLongWord >= most) return text.substr(0, blank);
  // Bytes of the form 10xxxxxx go on with a code point that has begun.
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0) == 0x80) --most;
  return text.substr(0, most);
}

bool IsValidUtf8(std::string_view text) {
  for (std::size_t at = AsciiEnd(text, 0); at < text.size(); at = AsciiEnd(text, at)) {
    if (DecodeUtf8(text, &at) == kMalformed) return false;
  }
  return true;
}

}  // namespace thresh
