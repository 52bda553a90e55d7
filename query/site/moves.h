// Moves: where the pages of one ranking stand in another. Used by the comparison of two rankings.
// Only functions of their arguments: any thread may call them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace thresh {

// The places of one page, from 0. At least one of the two is set.
struct Move {
  std::optional<std::size_t> before, after;
  friend bool operator==(const Move&, const Move&) = default;
};

// Every page of both lists of addresses once. First the pages of `after` in their order, then the
// pages that only `before` has. An address that stands twice in a list counts at its first place.
std::vector<Move> FindMoves(const std::vector<std::string>& before,
                            const std::vector<std::string>& after);

}  // namespace thresh
