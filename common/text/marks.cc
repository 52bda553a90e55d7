#include "common/text/marks.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstddef>
#include <cstdint>

namespace thresh {
namespace {

constexpr std::size_t kLongest = 32;  // bytes
// Writers of pages hide the direction of a text in characters of format.
constexpr std::uint32_t kMarks = U_GC_P_MASK | U_GC_SM_MASK | U_GC_Z_MASK | U_GC_CF_MASK;
constexpr UChar32 kCopyright = 0xA9;

}  // namespace

bool IsMarks(std::string_view text) {
  if (text.size() > kLongest) return false;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t at = 0; at < size;) {
    UChar32 c = 0;
    U8_NEXT(bytes, at, size, c);
    if (c < 0 || ((U_MASK(u_charType(c)) & kMarks) == 0 && c != kCopyright)) return false;
  }
  return true;
}

bool IsPermalinkSign(std::string_view text) { return text == "¶" || text == "§" || text == "🔗"; }

}  // namespace thresh
