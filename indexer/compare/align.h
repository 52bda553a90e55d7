// AlignTokens: finds for each token of a gold page the same token of the indexed page. Used by
// ScorePage. Both pages hold the same text, except for what one of the two readers left out. Any
// thread may call it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thresh {

inline constexpr std::size_t kNoPartner = static_cast<std::size_t>(-1);

// Returns for every token of `gold` the position of its partner in `indexed`, or kNoPartner.
// Greedy: equal tokens pair up one after the other. After a mismatch it goes on at the nearest pair
// of positions from which three tokens agree, or all tokens up to the end of one side. Nearest
// means the smallest sum of both steps, which must be below 400. Without such a pair both sides go
// on by one token.
std::vector<std::size_t> AlignTokens(std::span<const std::uint32_t> gold,
                                     std::span<const std::uint32_t> indexed);

}  // namespace thresh
