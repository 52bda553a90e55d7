// Pagelet HITS: hubs and authorities where a hub is a pagelet and not a whole page, so that the
// links of a template can be left out (BYR 2.1 and 4; Kleinberg 1999). Hubs and
// authorities are numbered from 0, each by themselves; one edge a (hub, authority), however many
// links there are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace thresh {

struct HubEdge {
  std::uint32_t hub = 0;
  std::uint32_t authority = 0;
};

struct HubScores {
  std::vector<double> hubs, authorities;  // each of length 1, where there is an edge at all
};

// a(q) = sum of h(p) over edges p -> q, h(p) = sum of a(q), normalised after each; from h = 1 on,
// at most `rounds` times.
HubScores PageletHits(std::span<const HubEdge> edges, std::uint32_t hubs, std::uint32_t authorities,
                      std::uint32_t rounds = 50);

}  // namespace thresh
