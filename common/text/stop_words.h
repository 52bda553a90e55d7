// Stop lists by name: words that take a position but get no posting.
#pragma once

#include <span>
#include <string_view>

namespace thresh {

struct StopList {
  std::string_view name;
  std::span<const std::string_view> words;  // folded, in ascending order
  bool Contains(std::string_view word) const;
};

// The table of all lists; the first is "none".
std::span<const StopList> StopLists();

}  // namespace thresh
