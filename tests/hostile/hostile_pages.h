// Pages that were written to hurt a parser: tables of names and generators. Each page contains
// the three marker words as text, which show whether text was lost.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace thresh {

inline constexpr std::array<std::string_view, 3> kMarkers = {"beginmarker", "middlemarker",
                                                             "endmarker"};

struct HostilePage {
  std::string_view name;
  std::string (*make)();
};

// Depth, misnesting, many of one thing. (hostile_pages.cc)
std::span<const HostilePage> HostilePages();
// Made against the straight reader: its stack, its tables, its searches. (hostile_straight.cc)
std::span<const HostilePage> PagesAgainstTheStraightReader();
// Odd charsets, code points and words. (hostile_text.cc)
std::span<const HostilePage> PagesOfOddText();
// Heads, addresses, and the attributes that are read. (hostile_attributes.cc)
std::span<const HostilePage> PagesOfOddAttributes();
// Elements and tokens, each kind for itself. (hostile_elements.cc)
std::span<const HostilePage> PagesOfOddElements();

}  // namespace thresh
