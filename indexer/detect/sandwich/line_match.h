// Which lines of a page also stand, in the same order, on another (Rowlands, Thomas, Wan 2009): the
// longest common subsequence of their line hashes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace thresh {

// By line of `target`. Where several longest subsequences exist it is one of them, always the same.
std::vector<bool> CommonLines(std::span<const std::uint64_t> target,
                              std::span<const std::uint64_t> peer);

}  // namespace thresh
