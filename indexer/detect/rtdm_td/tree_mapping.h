// TreeMapping: RTDM, the restricted top-down mapping of two trees at the least cost, and the
// template that it yields (Vieira et al. 2006, 4, figures 3 and 4, with the corrections that
// docs/DECISIONS.md lists).
//
// Only children of mapped nodes are mapped, in order; identical subtrees are mapped whole, nodes
// with equal labels are mapped and their children compared, and below nodes with other labels
// nothing is. Deleting and inserting costs 1 a node, replacing one `replace_cost`. With 2 the
// template is the largest one that both trees have.
//
// Time and memory are bounded: lists of children that are too long lose what begins and ends alike,
// and if they still are, or if the work is used up, the rest of them is deleted and inserted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "indexer/detect/rtdm_td/label_tree.h"

namespace thresh {

class TreeMapping {
 public:
  // Both trees outlive the mapping.
  TreeMapping(const LabelTree& a, const LabelTree& b, std::uint32_t replace_cost);

  // Of the roots' children, row by row: what it costs to make the first i of a's into the first j
  // of b's.
  std::vector<std::uint32_t> RootCosts();

  // Which nodes of `a` are template; none where the roots' labels differ.
  std::vector<bool> Template();

 private:
  enum class Op : std::uint8_t { kIdentical, kNoOp, kDelete, kInsert, kReplace };
  struct Pair {
    std::uint32_t a = 0, b = 0;
  };
  // The children of a tree's nodes, so that the i-th is found without a walk.
  struct Children {
    explicit Children(const LabelTree& tree);
    std::vector<std::uint32_t> first;  // in list, by node; one more at the end
    std::vector<std::uint32_t> list;
    std::uint32_t count(std::uint32_t node) const { return first[node + 1] - first[node]; }
    const std::uint32_t* of(std::uint32_t node) const { return list.data() + first[node]; }
  };
  // Below one pair of nodes. Rows and columns begin after `front` children, which are identical.
  struct Matrix {
    Pair pair;
    std::uint32_t front = 0;
    std::uint32_t rows = 0, columns = 0;  // children that are compared
    std::uint32_t back = 0;               // further identical ones after them
    std::uint32_t lost = 0;               // cost of those that were given up
    std::vector<std::uint32_t> costs;     // (rows + 1) x (columns + 1)
    std::vector<Op> ops;
    std::size_t next = 0;  // cell to be filled
    std::uint32_t cost() const { return costs.back() + lost; }
  };

  Matrix Begin(Pair pair);
  void Strip(Matrix* matrix) const;
  std::uint32_t GiveUp(const Matrix& matrix) const;
  Matrix Fill(Pair pair);
  std::optional<Pair> Advance(Matrix* matrix);
  std::optional<Pair> FillCell(Matrix* matrix, std::uint32_t row, std::uint32_t column);
  bool CostOf(Pair pair, std::uint32_t* cost);
  void Trace(const Matrix& matrix, std::vector<bool>* kept, std::vector<Pair>* below) const;
  void KeepSubtree(std::uint32_t a, std::vector<bool>* kept) const;

  const LabelTree& a_;
  const LabelTree& b_;
  const std::uint32_t replace_cost_;
  Children a_children_, b_children_;
  std::unordered_map<std::uint64_t, std::uint32_t> costs_;  // of pairs with many cells
  std::optional<std::uint32_t> last_cost_;                  // of the pair that was asked for last
  std::size_t cells_left_;
};

}  // namespace thresh
