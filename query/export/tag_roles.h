// What an element does to the text in it, by the number of its tag: one table, known at compile
// time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "common/store/tag_names.h"

namespace thresh {

enum class Role : std::uint8_t {
  kBlock,  // begins and ends a line
  kInline,
  kBreak,
  kHeading,
  kPreformatted,
  kCode,      // inline
  kEmphasis,  // inline
  kStrong,    // inline
  kList,
  kNumberedList,
  kItem,
  kQuote,
  kImage,  // begins and ends a line of plain text, and stands in a line of Markdown
  kTable,
  kRow,
  kCell,
  kHeadCell,
};

struct TagRole {
  std::string_view tag;
  Role role;
};

// All others begin and end lines. Browsers show inline what is inline here; unit tests compare this
// with what the indexer takes for inline.
inline constexpr std::array kTagRoles = std::to_array<TagRole>({
    {"a", Role::kInline},         {"em", Role::kEmphasis},     {"strong", Role::kStrong},
    {"small", Role::kInline},     {"s", Role::kInline},        {"cite", Role::kInline},
    {"q", Role::kInline},         {"dfn", Role::kInline},      {"abbr", Role::kInline},
    {"data", Role::kInline},      {"time", Role::kInline},     {"var", Role::kInline},
    {"sub", Role::kInline},       {"sup", Role::kInline},      {"i", Role::kEmphasis},
    {"b", Role::kStrong},         {"u", Role::kInline},        {"mark", Role::kInline},
    {"bdi", Role::kInline},       {"bdo", Role::kInline},      {"span", Role::kInline},
    {"wbr", Role::kInline},       {"ins", Role::kInline},      {"del", Role::kInline},
    {"font", Role::kInline},      {"big", Role::kInline},      {"nobr", Role::kInline},
    {"strike", Role::kInline},    {"acronym", Role::kInline},  {"blink", Role::kInline},
    {"ruby", Role::kInline},      {"code", Role::kCode},       {"tt", Role::kCode},
    {"kbd", Role::kCode},         {"samp", Role::kCode},       {"br", Role::kBreak},
    {"h1", Role::kHeading},       {"h2", Role::kHeading},      {"h3", Role::kHeading},
    {"h4", Role::kHeading},       {"h5", Role::kHeading},      {"h6", Role::kHeading},
    {"pre", Role::kPreformatted}, {"ul", Role::kList},         {"menu", Role::kList},
    {"dir", Role::kList},         {"ol", Role::kNumberedList}, {"li", Role::kItem},
    {"blockquote", Role::kQuote}, {"table", Role::kTable},     {"tr", Role::kRow},
    {"td", Role::kCell},          {"th", Role::kHeadCell},     {"img", Role::kImage},
});

constexpr std::array<Role, kTagNames.size()> MakeRoles() {
  std::array<Role, kTagNames.size()> roles{};
  for (std::size_t tag = 0; tag < roles.size(); ++tag) {
    for (const TagRole& row : kTagRoles) {
      if (row.tag == kTagNames[tag]) roles[tag] = row.role;
    }
  }
  return roles;
}
inline constexpr std::array<Role, kTagNames.size()> kRoles = MakeRoles();

// Browsers show unknown elements inline.
constexpr Role RoleOf(std::uint32_t tag) {
  return tag < kRoles.size() ? kRoles[tag] : Role::kInline;
}
constexpr bool IsInline(Role role) {
  return role == Role::kInline || role == Role::kCode || role == Role::kEmphasis ||
         role == Role::kStrong;
}
// 1 to 6, of h1 to h6. REQUIRES: the tag is one of them.
constexpr std::size_t HeadingLevel(std::uint32_t tag) {
  return static_cast<std::size_t>(kTagNames[tag][1] - '0');
}

}  // namespace thresh
