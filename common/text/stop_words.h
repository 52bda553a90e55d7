// Stop lists: words that take a position in a text but get no posting. The Analyzer finds one by
// name. Constant tables, safe on any thread.
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
