// The lines of a page that also stand, in the same order, on another: the longest common
// subsequence of their line hashes (RTW 3). A pure function.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace thresh {

// By line of `target`. Where there are several longest subsequences, the answer is always the same
// one.
std::vector<bool> CommonLines(std::span<const std::uint64_t> target,
                              std::span<const std::uint64_t> peer);

}  // namespace thresh
