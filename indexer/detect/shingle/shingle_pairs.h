// ShinglePairs: groups of shingle sets in which each resembles another by at least 0.9, found by
// lists of the sets that hold a shingle, pair by pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexer/detect/shingle/shingles.h"

namespace thresh {

// By set: the first set of its group.
std::vector<std::uint32_t> GroupByResemblance(std::span<const ShingleSet> sets);

}  // namespace thresh
