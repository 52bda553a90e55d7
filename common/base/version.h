// The version of the programs, and of the stores that they write. Other rooms say what a store's
// version means.
#pragma once

#include <cstdint>
#include <string_view>

namespace thresh {

inline constexpr std::string_view kVersion = "0.1.0";
inline constexpr std::uint32_t kFormatVersion =
    2;  // docs/FORMAT.md draws it; version 1 lacks the field of anchors

}  // namespace thresh
