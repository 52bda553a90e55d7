#include "indexer/page/controls.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace thresh {
namespace {

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

// Written out, because this loop sees every byte of a build, and std::find_if is not inlined.
std::size_t NextSuspect(std::string_view text, std::size_t at) {
  while (at < text.size() && !kSuspects[static_cast<unsigned char>(text[at])]) ++at;
  return at;
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

}  // namespace

std::string ReplaceControls(std::string text) {
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
