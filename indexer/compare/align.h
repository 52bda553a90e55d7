// Align: which token of a gold page is which token of the indexed page. The same text on both sides
// but for what one of the two readers left out; greedy, with the nearest place where both agree
// again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thresh {

inline constexpr std::size_t kNoPartner = static_cast<std::size_t>(-1);

// The partner in `indexed` of every token of `gold`, or kNoPartner. After a mismatch the nearest
// pair of places (by the sum of both steps, below 400) is taken from which three tokens agree, or
// all up to the end of one side; where there is none, both sides go on by one.
std::vector<std::size_t> Align(std::span<const std::uint32_t> gold,
                               std::span<const std::uint32_t> indexed);

}  // namespace thresh
