#include "indexer/detect/rtdm_td/tree_mapping.h"

#include <algorithm>
#include <utility>

namespace thresh {
namespace {

// Two nodes with 50,000 children each would need 2.5 * 10^9 cells. 16 Mi cells are 80 MB.
constexpr std::size_t kMostCells = std::size_t{16} << 20;       // of one mapping
constexpr std::size_t kMostMatrixCells = std::size_t{4} << 20;  // of one pair of nodes
constexpr std::size_t kCellsToRemember =
    32;  // below, the cost of a pair is computed again when needed

}  // namespace

TreeMapping::Children::Children(const LabelTree& tree) {
  first.reserve(tree.nodes.size() + 1);
  list.reserve(tree.nodes.size());
  for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
    first.push_back(static_cast<std::uint32_t>(list.size()));
    for (std::uint32_t child = node + 1; child < tree.nodes[node].end;
         child = tree.nodes[child].end)
      list.push_back(child);
  }
  first.push_back(static_cast<std::uint32_t>(list.size()));
}

TreeMapping::TreeMapping(const LabelTree& a, const LabelTree& b, std::uint32_t replace_cost)
    : a_(a),
      b_(b),
      replace_cost_(replace_cost),
      a_children_(a),
      b_children_(b),
      cells_left_(kMostCells) {}

TreeMapping::Matrix TreeMapping::Begin(Pair pair) {
  const auto cells = [](const Matrix& m) { return (std::size_t{m.rows} + 1) * (m.columns + 1); };
  Matrix matrix;
  matrix.pair = pair;
  matrix.rows = a_children_.count(pair.a);
  matrix.columns = b_children_.count(pair.b);
  const std::size_t most = std::min(cells_left_, kMostMatrixCells);
  if (cells(matrix) > most) Strip(&matrix);
  if (cells(matrix) > most) {
    matrix.lost = GiveUp(matrix);
    matrix.rows = matrix.columns = 0;
  }
  // A matrix that was given up still has one cell, hence the minimum.
  cells_left_ -= std::min(cells_left_, cells(matrix));
  matrix.costs.resize(cells(matrix));
  matrix.ops.resize(cells(matrix));
  return matrix;
}

// Children that begin and end alike are mapped to each other by a mapping of least cost.
void TreeMapping::Strip(Matrix* matrix) const {
  const std::uint32_t* xs = a_children_.of(matrix->pair.a);
  const std::uint32_t* ys = b_children_.of(matrix->pair.b);
  const auto same = [&](std::uint32_t x, std::uint32_t y) {
    return a_.nodes[x].subtree == b_.nodes[y].subtree;
  };
  std::uint32_t& m = matrix->rows;
  std::uint32_t& n = matrix->columns;
  for (; m > 0 && n > 0 && same(xs[m - 1], ys[n - 1]); ++matrix->back, --m, --n) {
  }
  for (; m > 0 && n > 0 && same(xs[matrix->front], ys[matrix->front]); ++matrix->front, --m, --n) {
  }
}

std::uint32_t TreeMapping::GiveUp(const Matrix& matrix) const {
  std::uint32_t cost = 0;
  for (std::uint32_t i = 0; i < matrix.rows; ++i)
    cost += a_.size(a_children_.of(matrix.pair.a)[matrix.front + i]);
  for (std::uint32_t j = 0; j < matrix.columns; ++j)
    cost += b_.size(b_children_.of(matrix.pair.b)[matrix.front + j]);
  return cost;
}

// A stack of matrices instead of a recursion: pages may be deep.
TreeMapping::Matrix TreeMapping::Fill(Pair pair) {
  std::vector<Matrix> open;
  open.push_back(Begin(pair));
  for (;;) {
    if (const std::optional<Pair> missing = Advance(&open.back())) {
      open.push_back(Begin(*missing));
      continue;
    }
    Matrix done = std::move(open.back());
    open.pop_back();
    if (done.costs.size() >= kCellsToRemember)
      costs_[std::uint64_t{done.pair.a} << 32 | done.pair.b] = done.cost();
    if (open.empty()) return done;
    last_cost_ = done.cost();
  }
}

// Nothing where all cells are filled; else the pair whose cost is needed first.
std::optional<TreeMapping::Pair> TreeMapping::Advance(Matrix* matrix) {
  const std::uint32_t width = matrix->columns + 1;
  for (; matrix->next < matrix->costs.size(); ++matrix->next) {
    const auto row = static_cast<std::uint32_t>(matrix->next / width);
    const auto column = static_cast<std::uint32_t>(matrix->next % width);
    if (const std::optional<Pair> missing = FillCell(matrix, row, column)) return missing;
  }
  return std::nullopt;
}

// Vieira et al. 2006, figure 3.
std::optional<TreeMapping::Pair> TreeMapping::FillCell(Matrix* matrix, std::uint32_t row,
                                                       std::uint32_t column) {
  const std::size_t width = std::size_t{matrix->columns} + 1;
  const std::size_t cell = row * width + column;
  std::vector<std::uint32_t>& costs = matrix->costs;
  const std::uint32_t x = row == 0 ? 0 : a_children_.of(matrix->pair.a)[matrix->front + row - 1];
  const std::uint32_t y =
      column == 0 ? 0 : b_children_.of(matrix->pair.b)[matrix->front + column - 1];
  const auto put = [&](std::uint32_t cost, Op op) {
    costs[cell] = cost;
    matrix->ops[cell] = op;
    return std::nullopt;
  };
  if (cell == 0) return put(0, Op::kIdentical);
  // A correction of the print: the first row and the first column cost whole subtrees.
  if (row == 0) return put(costs[cell - 1] + b_.size(y), Op::kInsert);
  if (column == 0) return put(costs[cell - width] + a_.size(x), Op::kDelete);

  const std::uint32_t without_x = costs[cell - width] + a_.size(x);
  const std::uint32_t without_y = costs[cell - 1] + b_.size(y);
  const std::uint32_t least = std::min(without_x, without_y);
  const Op cheaper = without_x <= without_y ? Op::kDelete : Op::kInsert;
  const std::uint32_t diagonal = costs[cell - width - 1];
  // Ties: identical, no operation, delete, insert, replace; so the template is as large as the cost
  // allows.
  if (a_.nodes[x].subtree == b_.nodes[y].subtree && diagonal <= least)
    return put(diagonal, Op::kIdentical);
  if (a_.nodes[x].label == b_.nodes[y].label) {
    // The pair costs at least `diagonal`, so its children need not be compared.
    if (diagonal > least) return put(least, cheaper);
    std::uint32_t below = 0;
    if (!CostOf({x, y}, &below)) return Pair{x, y};
    return diagonal + below <= least ? put(diagonal + below, Op::kNoOp) : put(least, cheaper);
  }
  // Below a replaced pair nothing is mapped: all nodes there are deleted and inserted.
  const std::uint32_t replaced = diagonal + replace_cost_ + a_.size(x) + b_.size(y) - 2;
  return replaced < least ? put(replaced, Op::kReplace) : put(least, cheaper);
}

// false: it has to be computed first.
bool TreeMapping::CostOf(Pair pair, std::uint32_t* cost) {
  // Fill has just computed the pair that this cell asked for. Small pairs are not remembered
  // elsewhere.
  if (last_cost_) {
    *cost = *std::exchange(last_cost_, std::nullopt);
    return true;
  }
  // One side has no children, so all nodes below the other side are deleted or inserted.
  if (a_children_.count(pair.a) == 0 || b_children_.count(pair.b) == 0) {
    *cost = a_.size(pair.a) + b_.size(pair.b) - 2;
    return true;
  }
  const auto known = costs_.find(std::uint64_t{pair.a} << 32 | pair.b);
  if (known == costs_.end()) return false;
  *cost = known->second;
  return true;
}

std::vector<std::uint32_t> TreeMapping::RootCosts() { return Fill({0, 0}).costs; }

void TreeMapping::KeepSubtree(std::uint32_t a, std::vector<bool>* kept) const {
  for (std::uint32_t node = a; node < a_.nodes[a].end; ++node) (*kept)[node] = true;
}

// retrieveTemplate (Vieira et al. 2006, figure 4) for one matrix; what else is to be retrieved goes
// to *below.
void TreeMapping::Trace(const Matrix& matrix, std::vector<bool>* kept,
                        std::vector<Pair>* below) const {
  const std::uint32_t* xs = a_children_.of(matrix.pair.a);
  const std::uint32_t* ys = b_children_.of(matrix.pair.b) + matrix.front;
  const std::uint32_t count = a_children_.count(matrix.pair.a);
  // Strip has cut off children at both ends because they are identical, so they are template.
  for (std::uint32_t i = 0; i < matrix.front; ++i) KeepSubtree(xs[i], kept);
  for (std::uint32_t i = count - matrix.back; i < count; ++i) KeepSubtree(xs[i], kept);
  xs += matrix.front;
  std::uint32_t i = matrix.rows, j = matrix.columns;
  while (i > 0 && j > 0) {
    const Op op = matrix.ops[std::size_t{i} * (matrix.columns + 1) + j];
    if (op == Op::kIdentical) KeepSubtree(xs[i - 1], kept);
    if (op == Op::kNoOp) {
      (*kept)[xs[i - 1]] = true;
      below->push_back({xs[i - 1], ys[j - 1]});
    }
    // A correction of the print: delete moves in the first tree and insert in the second.
    i -= op == Op::kInsert ? 0 : 1;
    j -= op == Op::kDelete ? 0 : 1;
  }
}

std::vector<bool> TreeMapping::Template() {
  std::vector<bool> kept(a_.nodes.size(), false);
  if (a_.nodes[0].label != b_.nodes[0].label) return kept;
  // A correction of the print: roots with equal labels are template (docs/DECISIONS.md, "Tree
  // mapping as printed is wrong in eight places").
  kept[0] = true;
  std::vector<Pair> below{{0, 0}};
  while (!below.empty()) {
    const Pair pair = below.back();
    below.pop_back();
    // Filled again, because keeping the matrices of all pairs would take too much memory.
    Trace(Fill(pair), &kept, &below);
  }
  return kept;
}

}  // namespace thresh
