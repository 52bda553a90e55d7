// Levenshtein's distance, for names that are nearly the same: files of a directory, mistyped
// parameters.
#pragma once

#include <cstddef>
#include <string_view>

namespace thresh {

// In bytes, or any number above `limit` if the distance is larger than `limit`.
std::size_t EditDistance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace thresh
