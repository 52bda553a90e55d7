// The pages of a directory whose names differ least: the peers of the sandwich algorithm (RTW 3).
// Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thresh {

// A URL up to its last '/', query cut off; and what follows, query and all: without queries all
// pages of a dynamic site would have one name.
std::string_view DirectoryOf(std::string_view url);
std::string_view NameOf(std::string_view url);

// By name: at most `count` others with the smallest distance, nearest first. Ties go to the first
// in byte order. A page of the same name is no peer. In directories of more than kExactNames only
// neighbours in byte order are looked at.
inline constexpr std::size_t kExactNames = 2000;
std::vector<std::vector<std::uint32_t>> NearestNames(const std::vector<std::string>& names,
                                                     std::size_t count);

}  // namespace thresh
