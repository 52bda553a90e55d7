#include "indexer/detect/shingle/pairs.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace thresh {
namespace {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t n) : parent_(n) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t Find(std::uint32_t i) {
    // Path halving keeps the trees flat without a recursion.
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  // The smaller number stands for both.
  void Unite(std::uint32_t i, std::uint32_t j) {
    const auto [first, second] = std::minmax({Find(i), Find(j)});
    parent_[second] = first;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

bool Alike(const ShingleSet& a, const ShingleSet& b) {
  const Resemblance r = Compare(a, b);
  // In integers, so that exactly 0.9 is alike on every machine.
  return r.common * 10 >= r.all * 9;
}

// Two sets that resemble each other by 0.9 have at least 0.9 of the larger one in common, so that
// they meet in the first tenth, and one more, of each.
std::size_t Probes(const ShingleSet& set) { return set.size() / 10 + 1; }

}  // namespace

std::vector<std::uint32_t> GroupByResemblance(std::span<const ShingleSet> sets) {
  DisjointSets groups(sets.size());
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> holders;
  std::vector<std::uint32_t> compared_with(sets.size(), 0xffffffff);
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    for (std::size_t k = 0; k < std::min(Probes(sets[i]), sets[i].size()); ++k) {
      std::vector<std::uint32_t>& list = holders[sets[i][k]];
      for (const std::uint32_t j : list) {
        // Two sets may share several probes and are compared once.
        if (std::exchange(compared_with[j], i) == i) continue;
        if (Alike(sets[i], sets[j])) groups.Unite(i, j);
      }
      // Listed after the walk, so that no set meets itself.
      list.push_back(i);
    }
  }
  std::vector<std::uint32_t> first(sets.size());
  for (std::uint32_t i = 0; i < sets.size(); ++i) first[i] = groups.Find(i);
  return first;
}

}  // namespace thresh
