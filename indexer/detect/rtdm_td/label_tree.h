// LabelTree: a page as an ordered tree of labels, which is all that tree mapping looks at (Vieira
// et al. 2006, 3, figure 1). The label of an element is its tag, that of a text node its text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/records.h"

namespace thresh {

struct LabelNode {
  std::uint64_t label = 0;
  std::uint64_t subtree = 0;  // a hash: equal for equal subtrees (the paper's equivalence classes)
  std::uint32_t end = 0;      // after the last node of its subtree
};

struct LabelTree {
  std::vector<LabelNode> nodes;  // in document order; [0] is the root

  std::uint32_t size(std::uint32_t node) const { return nodes[node].end - node; }
  std::size_t bytes() const { return nodes.capacity() * sizeof(LabelNode); }
};

// Labels of elements are even, of text nodes odd.
inline std::uint64_t ElementLabel(std::uint32_t tag) { return std::uint64_t{tag} << 1; }
std::uint64_t TextLabel(std::string_view text);
inline bool IsTextLabel(std::uint64_t label) { return (label & 1) != 0; }

// Of a page with a tree: node for node the same.
LabelTree MakeLabelTree(const Page& page);

// Fills in LabelNode::subtree of all nodes. false: they do not nest, so it is no tree.
bool HashSubtrees(LabelTree* tree);

// A tree as bytes: some 3 for an element, some 9 for a text node.
std::string PackTree(const LabelTree& tree);
// false: no such bytes.
[[nodiscard]] bool UnpackTree(std::string_view bytes, LabelTree* tree);

// What is left of the tree when only these nodes stay; with a node its parent stays, too.
LabelTree Restrict(const LabelTree& tree, const std::vector<bool>& kept);

// The set of paths of tags from the root to its elements, as ascending hashes.
std::vector<std::uint64_t> TagPaths(const LabelTree& tree);

// Of two such sets: what they have in common, as a share of all.
double Jaccard(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b);

}  // namespace thresh
