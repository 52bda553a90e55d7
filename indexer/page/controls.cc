#include "indexer/page/controls.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/base/ascii.h"

namespace thresh {
namespace {

constexpr std::uint64_t kMostCodePoint = 0x10ffff;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Bytes that may begin such a code point: ASCII controls, and the first bytes of U+0080 to U+00BF,
// of U+F000 to U+FFFF and of all above.
constexpr std::array<bool, 256> MakeSuspects() {
  std::array<bool, 256> suspects{};
  for (std::size_t c = 1; c < 0x20; ++c)
    suspects[c] = c != '\t' && c != '\n' && c != '\f' && c != '\r';
  suspects[0x7f] = suspects[0xc2] = suspects[0xef] = true;
  for (std::size_t c = 0xf0; c < 0x100; ++c) suspects[c] = true;
  return suspects;
}
constexpr std::array<bool, 256> kSuspects = MakeSuspects();

// Whether a piece has a suspect. The compiler makes vectors of this loop, and it sees every byte of
// a build.
constexpr std::size_t kPiece = 64;
bool HasSuspect(const char* piece) {
  unsigned char found = 0;
  for (std::size_t i = 0; i < kPiece; ++i) {
    const auto c = static_cast<unsigned char>(piece[i]);
    const auto control = static_cast<unsigned char>((c < 0x20) & (c != '\t') & (c != '\n') &
                                                    (c != '\f') & (c != '\r'));
    found = static_cast<unsigned char>(found | control | (c == 0x7f) | (c == 0xc2) | (c >= 0xef));
  }
  return found != 0;
}

std::size_t NextSuspect(std::string_view text, std::size_t at) {
  for (;;) {
    while (at + kPiece <= text.size() && !HasSuspect(text.data() + at)) at += kPiece;
    const std::size_t end = std::min(at + kPiece, text.size());
    while (at < end && !kSuspects[static_cast<unsigned char>(text[at])]) ++at;
    if (at < end || at == text.size()) return at;
  }
}

// The length of the code point at the front if it is one of those, else 0.
std::size_t ControlBytes(std::string_view text) {
  const auto at = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (at(0) < 0x80) return 1;
  if (at(0) == 0xc2) return at(1) < 0xa0 ? 2 : 0;
  if (at(0) == 0xef) {
    const bool arabic = at(1) == 0xb7 && at(2) >= 0x90 && at(2) <= 0xaf;  // U+FDD0 to U+FDEF
    return arabic || (at(1) == 0xbf && at(2) >= 0xbe) ? 3 : 0;
  }
  // The last two code points of each plane.
  return (at(1) & 0x0f) == 0x0f && at(2) == 0xbf && at(3) >= 0xbe ? 4 : 0;
}

// Numbers keep their length, with zeros in front of them.
void LimitReferences(std::string* text) {
  for (std::size_t at = text->find("&#"); at != std::string::npos; at = text->find("&#", at)) {
    at += 2;
    const bool hex = at < text->size() && ((*text)[at] | 0x20) == 'x';
    at += hex ? 1 : 0;
    const std::size_t first = at;
    std::uint64_t number = 0;
    for (; at < text->size(); ++at) {
      const int digit = HexDigit((*text)[at]);
      if (digit < 0 || (!hex && digit > 9)) break;
      number = std::min<std::uint64_t>(number * (hex ? 16 : 10) + static_cast<unsigned>(digit),
                                       kMostCodePoint + 1);
    }
    if (number <= kMostCodePoint) continue;
    const std::string_view replacement = hex ? "fffd" : "65533";  // shorter than any such number
    std::fill(text->begin() + static_cast<std::ptrdiff_t>(first),
              text->begin() + static_cast<std::ptrdiff_t>(at - replacement.size()), '0');
    text->replace(at - replacement.size(), replacement.size(), replacement);
  }
}

}  // namespace

std::string ReplaceControls(std::string text) {
  LimitReferences(&text);
  std::size_t from = 0;  // all before it is in `clean`
  std::string clean;
  for (std::size_t at = NextSuspect(text, 0); at < text.size(); at = NextSuspect(text, at + 1)) {
    const std::size_t bytes = ControlBytes(std::string_view(text).substr(at));
    if (bytes == 0) continue;
    clean.append(text, from, at - from).append(kReplacement);
    from = at + bytes;
  }
  if (from == 0) return text;
  return clean.append(text, from);
}

}  // namespace thresh
