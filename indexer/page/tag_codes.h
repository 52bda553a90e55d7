// Tags as numbers, for detectors: a known tag has a number of its own, and an unknown tag has the
// hash of its name. Pure functions.
#pragma once

#include <cstdint>
#include <string_view>

namespace thresh {

inline constexpr std::uint32_t kTextTag = 0xffffffff;  // of a text node

// `name` is in lower case.
std::uint32_t TagCode(std::string_view name);

// Empty for unknown tags: their nodes have an attribute kTagName.
std::string_view TagName(std::uint32_t code);

}  // namespace thresh
