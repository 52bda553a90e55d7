#include "indexer/page/style_path.h"

#include <gumbo.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "common/base/ascii.h"

namespace thresh {
namespace {

constexpr std::array<std::string_view, 9> kStates = {
    "active", "current", "selected", "open", "first", "last", "odd", "even", "hidden"};
constexpr int kMaxClasses = 6;

std::string_view Attribute(const GumboInternalNode& element, const char* name) {
  const GumboAttribute* attribute = gumbo_get_attribute(&element.v.element.attributes, name);
  return attribute == nullptr ? std::string_view() : attribute->value;
}

// Takes what stands before the first of `separators` off *text.
std::string_view NextPart(std::string_view* text, std::string_view separators) {
  const std::size_t end = std::min(text->find_first_of(separators), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
}

bool NamesState(std::string_view token) {
  while (!token.empty()) {
    const std::string_view part = NextPart(&token, "-_");
    if (std::any_of(kStates.begin(), kStates.end(),
                    [&](auto state) { return EqualsLower(part, state); }))
      return true;
  }
  return false;
}

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

std::uint64_t Join(std::uint64_t hash, std::uint64_t number) {
  return Mix64(hash + 0x9e3779b97f4a7c15U + Mix64(number));
}

}  // namespace

std::uint64_t CleanedLook(const GumboInternalNode& element, const AttributeVector& attributes) {
  std::uint64_t look = 0;
  for (const std::int32_t a : attributes) look = Join(look, static_cast<std::uint32_t>(a));
  look = Join(look, ClassHash(Attribute(element, "class")));
  look = Join(look, IdHash(Attribute(element, "id")));
  const std::string_view role = Attribute(element, "role");
  return Join(look, role.empty() ? 0 : FastHash64(role));
}

std::vector<Hash128> StylePaths(std::span<const LayoutBlock> blocks) {
  std::vector<Hash128> keys(blocks.size());
  std::vector<std::uint64_t> first_layers(blocks.size(), 0);
  std::unordered_map<std::uint64_t, std::uint64_t>
      ranks;  // blocks so far, by path of the parent and look
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const LayoutBlock& block = blocks[b];
    const std::uint64_t among = Join(keys[block.parent].low, block.look);
    keys[b].low = Join(among, ++ranks[among]);
    first_layers[b] = block.parent == 0 ? keys[b].low : first_layers[block.parent];
    keys[b].high = Join(first_layers[b], block.look);
  }
  return keys;
}

}  // namespace thresh
