// Trees drawn as text, for tests of tree mapping: "html(div(=NAV) p)". What begins with = is a text
// node.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "indexer/detect/rtdm_td/label_tree.h"

namespace thresh {

inline std::uint64_t DrawnLabel(std::string_view name) {
  return name.front() == '=' ? TextLabel(name)
                             : ElementLabel(static_cast<std::uint32_t>(FastHash64(name)));
}

inline LabelTree DrawnTree(std::string_view drawing) {
  LabelTree tree;
  std::vector<std::size_t> open;
  const auto end_here = [&](std::size_t node) {
    tree.nodes[node].end = static_cast<std::uint32_t>(tree.nodes.size());
  };
  while (!drawing.empty()) {
    const std::size_t name = drawing.find_first_of(" ()");
    if (name != 0) {
      tree.nodes.push_back({DrawnLabel(drawing.substr(0, name)), 0, 0});
      end_here(tree.nodes.size() - 1);
      drawing.remove_prefix(std::min(name, drawing.size()));
      continue;
    }
    if (drawing.front() == '(') open.push_back(tree.nodes.size() - 1);
    if (drawing.front() == ')') {
      end_here(open.back());
      open.pop_back();
    }
    drawing.remove_prefix(1);
  }
  HashSubtrees(&tree);
  return tree;
}

inline bool Equal(const LabelTree& a, const LabelTree& b) {
  if (a.nodes.size() != b.nodes.size()) return false;
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    if (a.nodes[i].label != b.nodes[i].label || a.nodes[i].end != b.nodes[i].end) return false;
  }
  return true;
}

inline std::vector<std::uint32_t> Chosen(const std::vector<bool>& flags) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < flags.size(); ++i) {
    if (flags[i]) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace thresh
