#include "common/graph/link_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace thresh {
namespace {

using Edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

LinkGraph GraphOf(std::size_t pages, const Edges& edges) {
  LinkGraph graph;
  for (std::uint32_t page = 0; page < pages; ++page) {
    std::vector<std::uint32_t> targets;
    for (const auto& [from, to] : edges) {
      if (from == page) targets.push_back(to);
    }
    graph.AddPage(targets);
  }
  return graph;
}

// The twin: the chance to go from each page to each other one, as a full matrix.
std::vector<double> SlowRanks(std::size_t n, const Edges& edges) {
  std::vector<std::vector<double>> goes(n, std::vector<double>(n, 0));
  for (std::uint32_t from = 0; from < n; ++from) {
    double out = 0;
    for (const auto& edge : edges) out += edge.first == from ? 1 : 0;
    for (std::uint32_t to = 0; to < n; ++to) {
      const double follow = edges.contains({from, to}) ? 1 / out : out == 0 ? 1 / double(n) : 0;
      goes[from][to] = 0.15 / double(n) + 0.85 * follow;
    }
  }
  std::vector<double> ranks(n, 1 / double(n));
  for (int round = 0; round < 300; ++round) {
    std::vector<double> next(n, 0);
    for (std::size_t from = 0; from < n; ++from) {
      for (std::size_t to = 0; to < n; ++to) next[to] += ranks[from] * goes[from][to];
    }
    ranks = next;
  }
  return ranks;
}

Edges RandomEdges(std::mt19937& random, std::uint32_t pages) {
  Edges edges;
  for (std::uint32_t i = 0; i < pages * (random() % 4); ++i) {
    const auto from = static_cast<std::uint32_t>(random() % pages);
    const auto to = static_cast<std::uint32_t>(random() % pages);
    if (from != to) edges.emplace(from, to);
  }
  return edges;
}

TEST(PageRanks, AgreeWithTheTwin) {
  std::mt19937 random(1999);
  for (int round = 0; round < 200; ++round) {
    const auto pages = static_cast<std::uint32_t>(1 + random() % 30);
    const Edges edges = RandomEdges(random, pages);
    const auto ranks = PageRanks(GraphOf(pages, edges)), slow = SlowRanks(pages, edges);
    EXPECT_NEAR(std::accumulate(ranks.begin(), ranks.end(), 0.0), 1, 1e-9);
    for (std::size_t page = 0; page < pages; ++page)
      EXPECT_NEAR(ranks[page], slow[page], 1e-6) << "round " << round;
  }
}

TEST(PageRanks, FollowThePagesWhenTheyChangePlaces) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    const auto pages = static_cast<std::uint32_t>(2 + random() % 30);
    const Edges edges = RandomEdges(random, pages);
    std::vector<std::uint32_t> place(pages);
    std::iota(place.begin(), place.end(), 0);
    std::shuffle(place.begin(), place.end(), random);
    Edges moved;
    for (const auto& [from, to] : edges) moved.emplace(place[from], place[to]);
    const auto ranks = PageRanks(GraphOf(pages, edges)), there = PageRanks(GraphOf(pages, moved));
    for (std::size_t page = 0; page < pages; ++page)
      EXPECT_NEAR(ranks[page], there[place[page]], 1e-9);
  }
}

TEST(PriorOf, TheMeanPageHasNoneAndTheRestIsBounded) {
  EXPECT_EQ(PriorOf(0.01, 100), 0);
  EXPECT_DOUBLE_EQ(PriorOf(0.1, 100), std::log(10));
  EXPECT_EQ(PriorOf(0.9, 1000000), kMostPrior);
  EXPECT_EQ(PriorOf(1e-9, 100), kLeastPrior);
}

}  // namespace
}  // namespace thresh
