// Trees of golden files: a label, or an array of a label and children; a label that begins with =
// is a text.
#pragma once

#include <string>

#include "tests/golden/golden_file.h"

namespace thresh {

inline std::string LabelOf(const nlohmann::json& tree) {
  return tree.is_array() ? tree[0].get<std::string>() : tree.get<std::string>();
}

// Calls enter(label) and leave() for every node, in document order.
template <typename Enter, typename Leave>
void WalkGolden(const nlohmann::json& tree, Enter enter, Leave leave) {
  enter(LabelOf(tree));
  for (std::size_t i = 1; tree.is_array() && i < tree.size(); ++i)
    WalkGolden(tree[i], enter, leave);
  leave();
}

}  // namespace thresh
