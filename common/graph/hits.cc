#include "common/graph/hits.h"

#include <algorithm>
#include <cmath>

namespace thresh {
namespace {

constexpr double kSettled = 1e-9;

void Normalise(std::vector<double>* scores) {
  double square = 0;
  for (const double score : *scores) square += score * score;
  // Without edges all scores are 0, and there is no length to divide by.
  if (square == 0) return;
  for (double& score : *scores) score /= std::sqrt(square);
}

double Change(const std::vector<double>& before, const std::vector<double>& after) {
  double change = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    change = std::max(change, std::abs(before[i] - after[i]));
  return change;
}

}  // namespace

HubScores PageletHits(std::span<const HubEdge> edges, std::uint32_t hubs, std::uint32_t authorities,
                      std::uint32_t rounds) {
  HubScores scores{std::vector<double>(hubs, 1), std::vector<double>(authorities, 1)};
  for (std::uint32_t round = 0; round < rounds; ++round) {
    // The iteration of Kleinberg 1999: hubs are computed from the new authorities.
    HubScores next{std::vector<double>(hubs, 0), std::vector<double>(authorities, 0)};
    for (const HubEdge& edge : edges) next.authorities[edge.authority] += scores.hubs[edge.hub];
    Normalise(&next.authorities);
    for (const HubEdge& edge : edges) next.hubs[edge.hub] += next.authorities[edge.authority];
    Normalise(&next.hubs);
    const double change =
        std::max(Change(scores.hubs, next.hubs), Change(scores.authorities, next.authorities));
    scores = std::move(next);
    if (change < kSettled) break;
  }
  return scores;
}

}  // namespace thresh
