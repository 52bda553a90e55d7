// Pages that were written to hurt a parser: two tables of names and generators. Each page contains
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

std::span<const HostilePage> HostilePages();
// Made against the straight reader: its stack, its tables, its searches. (hostile_straight.cc)
std::span<const HostilePage> PagesAgainstTheStraightReader();

}  // namespace thresh
