#include "indexer/page/block_style.h"

#include <gumbo.h>

#include <array>
#include <cstddef>
#include <utility>

#include "common/base/ascii.h"

namespace thresh {
namespace {

constexpr std::array<std::pair<std::string_view, std::int32_t>, 16> kColours = {
    {{"black", 0x000000},
     {"silver", 0xc0c0c0},
     {"gray", 0x808080},
     {"white", 0xffffff},
     {"maroon", 0x800000},
     {"red", 0xff0000},
     {"purple", 0x800080},
     {"fuchsia", 0xff00ff},
     {"green", 0x008000},
     {"lime", 0x00ff00},
     {"olive", 0x808000},
     {"yellow", 0xffff00},
     {"navy", 0x000080},
     {"blue", 0x0000ff},
     {"teal", 0x008080},
     {"aqua", 0x00ffff}}};

// Far above any length that a page means, far below overflow.
constexpr std::int32_t kMaxLength = 1 << 30;

// The value of `digits` as a colour, or -1.
std::int32_t ParseRgb(std::string_view digits) {
  if (digits.size() != 3 && digits.size() != 6) return -1;
  std::int32_t rgb = 0;
  for (const char c : digits) {
    const int digit = HexDigit(c);
    if (digit < 0) return -1;
    rgb = digits.size() == 6 ? rgb * 16 + digit : rgb * 256 + digit * 17;
  }
  return rgb;
}

// Index in the vector of an attribute, or -1.
int SlotOf(std::string_view name) {
  switch (name.front()) {
    case 'a':
      return name == "align" ? 4 : -1;
    case 'b':
      return name == "bgcolor" ? 1 : name == "border" ? 5 : -1;
    case 'c':
      return name == "cellpadding" ? 6 : name == "cellspacing" ? 7 : -1;
    case 'h':
      return name == "height" ? 3 : -1;
    case 'w':
      return name == "width" ? 2 : -1;
    default:
      return -1;
  }
}

}  // namespace

std::int32_t ColourCode(std::string_view value) {
  value = TrimHtmlSpace(value);
  if (value.empty()) return 0;
  for (const auto& [name, rgb] : kColours) {
    if (EqualsLower(value, name)) return rgb + 1;
  }
  if (value.front() != '#') return -1;
  const std::int32_t rgb = ParseRgb(value.substr(1));
  return rgb < 0 ? -1 : rgb + 1;
}

std::int32_t LengthCode(std::string_view value) {
  value = TrimHtmlSpace(value);
  std::size_t at = 0;
  std::int32_t length = 0;
  for (; at < value.size() && IsAsciiDigit(value[at]); ++at) {
    length = std::min(length * 10 + (value[at] - '0'), kMaxLength / 16);
  }
  if (at == 0) return 0;
  if (at < value.size() && value[at] == '.') {
    do ++at;
    while (at < value.size() && IsAsciiDigit(value[at]));
  }
  return at < value.size() && value[at] == '%' ? -(length + 1) : length + 1;
}

std::int32_t AlignCode(std::string_view value) {
  value = TrimHtmlSpace(value);
  constexpr std::array<std::string_view, 4> kNames = {"left", "center", "right", "justify"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (EqualsLower(value, kNames[i])) return static_cast<std::int32_t>(i + 1);
  }
  return 0;
}

AttributeVector StyleAttributes(const GumboInternalNode& element, std::int8_t layout) {
  AttributeVector vector{};
  vector[0] = layout;
  const GumboVector& attributes = element.v.element.attributes;
  for (unsigned i = 0; i < attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(attributes.data[i]);
    const int slot = SlotOf(attribute->name);
    if (slot < 0) continue;
    std::int32_t& code = vector[static_cast<std::size_t>(slot)];
    if (slot == 1) {
      code = ColourCode(attribute->value);
    } else {
      code = slot == 4 ? AlignCode(attribute->value) : LengthCode(attribute->value);
    }
  }
  return vector;
}

}  // namespace thresh
