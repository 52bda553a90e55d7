#include "indexer/page/block_style.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>

#include "common/base/ascii.h"

namespace thresh {
namespace {

// HTML 4.01, 6.5.
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
    // A digit of #rgb stands for two equal digits, and 17 is 0x11.
    rgb = digits.size() == 6 ? rgb * 16 + digit : rgb * 256 + digit * 17;
  }
  return rgb;
}

constexpr std::array<std::string_view, 9> kStates = {
    "active", "current", "selected", "open", "first", "last", "odd", "even", "hidden"};
constexpr int kMaxClasses = 6;  // longer lists are written by programs

// Takes the part before the first of `separators` off *text.
std::string_view NextPart(std::string_view* text, std::string_view separators) {
  const std::size_t end = std::min(text->find_first_of(separators), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
}

// A state may be a part of a token, as in "menu-item-active".
bool NamesState(std::string_view token) {
  while (!token.empty()) {
    const std::string_view part = NextPart(&token, "-_");
    if (std::any_of(kStates.begin(), kStates.end(),
                    [&](auto state) { return EqualsLower(part, state); }))
      return true;
  }
  return false;
}

// A sum, because it does not depend on the order of the tokens.
std::uint64_t ClassHash(std::string_view classes) {
  std::uint64_t sum = 0;
  for (int count = 0; !classes.empty();) {
    const std::string_view token = NextPart(&classes, kHtmlSpace);
    if (token.empty()) continue;
    if (++count > kMaxClasses) return 0;
    if (std::any_of(token.begin(), token.end(), IsAsciiDigit) || NamesState(token)) continue;
    sum += Mix64(FastHash64(token));
  }
  return sum;
}

std::uint64_t IdHash(std::string_view id) {
  if (id.empty()) return 0;
  std::string folded;
  for (const char c : id) {
    if (!IsAsciiDigit(c)) {
      folded += c;
    } else if (!folded.ends_with('#')) {
      folded += '#';
    }
  }
  return FastHash64(folded);
}

// The constant is 2^64 divided by the golden ratio, so that zeros do not hash to zero.
std::uint64_t Join(std::uint64_t hash, std::uint64_t number) {
  return Mix64(hash + 0x9e3779b97f4a7c15U + Mix64(number));
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
    // A sixteenth of the bound, so that ten times the length cannot overflow.
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

// The last seven names are in the order of the slots of AttributeVector (outline.h), whose slot 0
// is the tag.
void NoteStyle(HtmlAttributeName name, std::string_view value, AttributeVector* vector) {
  const std::size_t slot =
      static_cast<std::size_t>(name) - static_cast<std::size_t>(HtmlAttributeName::kBgcolor) + 1;
  std::int32_t& code = (*vector)[slot];
  if (name == HtmlAttributeName::kBgcolor) {
    code = ColourCode(value);
  } else {
    code = name == HtmlAttributeName::kAlign ? AlignCode(value) : LengthCode(value);
  }
}

std::uint64_t CleanedLook(const AttributeVector& vector, std::string_view classes,
                          std::string_view id, std::string_view role) {
  std::uint64_t look = 0;
  for (const std::int32_t a : vector) look = Join(look, static_cast<std::uint32_t>(a));
  look = Join(look, ClassHash(classes));
  look = Join(look, IdHash(id));
  return Join(look, role.empty() ? 0 : FastHash64(role));
}

std::vector<Hash128> StylePaths(std::span<const LayoutBlock> blocks) {
  std::vector<Hash128> keys(blocks.size());
  std::vector<std::uint64_t> first_layers(blocks.size(), 0);
  // Blocks so far, by the path of their parent and their look.
  std::unordered_map<std::uint64_t, std::uint64_t> ranks;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    // A parent comes before its children, so its key is final. Block 0 is its own parent.
    const LayoutBlock& block = blocks[b];
    const std::uint64_t among = Join(keys[block.parent].low, block.look);
    keys[b].low = Join(among, ++ranks[among]);
    first_layers[b] = block.parent == 0 ? keys[b].low : first_layers[block.parent];
    keys[b].high = Join(first_layers[b], block.look);
  }
  return keys;
}

}  // namespace thresh
