// Groups of shingle sets in which each resembles another by at least 0.9. Pairs are found through
// lists of the sets that hold a shingle. A pure function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexer/detect/shingle/shingles.h"

namespace thresh {

// By set: the number of the first set of its group.
std::vector<std::uint32_t> GroupByResemblance(std::span<const ShingleSet> sets);

}  // namespace thresh
