// Moves: where the pages of one ranking stand in another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace thresh {

// Places from 0. A page has one in `before`, in `after` or in both.
struct Move {
  std::optional<std::size_t> before, after;
  friend bool operator==(const Move&, const Move&) = default;
};

// Every page of both lists of addresses once: those of `after` in their order, then those that are
// gone. An address that stands twice in a list counts where it stands first.
std::vector<Move> FindMoves(const std::vector<std::string>& before,
                            const std::vector<std::string>& after);

}  // namespace thresh
