// The version of the programs and of the stores that they write. `--version`, manifests and the
// reader of manifests use it.
#pragma once

#include <cstdint>
#include <string_view>

namespace thresh {

inline constexpr std::string_view kVersion = "0.1.0";
// docs/FORMAT.md draws the format and has its history.
inline constexpr std::uint32_t kFormatVersion = 11;

}  // namespace thresh
