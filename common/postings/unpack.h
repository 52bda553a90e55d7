// The inner loops over packed groups (packed.h), for the CPU at hand: one row of kernels a kind of
// CPU, all with the same results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace thresh {

inline constexpr std::size_t kGroup = 128;
inline constexpr unsigned kWidest = 32;

struct UnpackKernels {
  std::string_view name;
  bool (*runs_here)();
  // kGroup numbers of `width` <= kWidest bits out of the 16 x width bytes of their lanes, at any
  // address.
  void (*unpack)(const char* lanes, unsigned width, std::uint32_t* numbers);
  // kGroup gaps become docs: the first is first + gaps[0], each next one more than the one before
  // and its gap. False: one of them would not be below 2^32 - 1.
  bool (*ascend)(std::uint32_t first, std::uint32_t* gaps);
};

// The last row that runs here is the best; the first runs everywhere.
std::span<const UnpackKernels> UnpackKernelTable();
const UnpackKernels& BestUnpackKernels();

}  // namespace thresh
