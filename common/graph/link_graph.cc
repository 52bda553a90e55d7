#include "common/graph/link_graph.h"

#include <algorithm>
#include <cmath>

namespace thresh {
namespace {

constexpr double kFollow = 0.85;
constexpr int kMostRounds = 100;
constexpr double kSettled = 1e-10;  // a round that moves less than this in all is the last

}  // namespace

std::vector<double> PageRanks(const LinkGraph& graph) {
  const std::size_t pages = graph.pages();
  const auto n = static_cast<double>(pages);
  std::vector<double> ranks(pages, 1 / n), next(pages);
  double moved = 1;
  for (int round = 0; round < kMostRounds && moved >= kSettled; ++round) {
    std::fill(next.begin(), next.end(), 0);
    double dangling = 0;  // the rank of pages without links
    for (std::size_t page = 0; page < pages; ++page) {
      const std::span<const std::uint32_t> targets = graph.TargetsOf(page);
      if (targets.empty()) dangling += ranks[page];
      const double share = ranks[page] / static_cast<double>(targets.size());
      for (const std::uint32_t target : targets) next[target] += share;
    }
    moved = 0;
    for (std::size_t page = 0; page < pages; ++page) {
      next[page] = (1 - kFollow) / n + kFollow * (next[page] + dangling / n);
      moved += std::abs(next[page] - ranks[page]);
    }
    ranks.swap(next);
  }
  return ranks;
}

double PriorOf(double rank, std::size_t pages) {
  return std::clamp(std::log(static_cast<double>(pages) * rank), kLeastPrior, kMostPrior);
}

}  // namespace thresh
