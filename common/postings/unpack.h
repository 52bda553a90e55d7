// The inner loops over packed groups (packed.h), written once for each kind of CPU. A row of the
// table holds the loops for one kind; all rows have the same results, and a test compares them.
// Pure functions, safe on any thread.
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
  // Unpacks kGroup numbers of `width` <= kWidest bits out of the 16 x width bytes of their lanes,
  // which may stand at any address.
  void (*unpack)(const char* lanes, unsigned width, std::uint32_t* numbers);
  // Turns kGroup gaps into docs: the first is first + gaps[0], and each next one is the one before
  // it + 1 + its gap. Returns false if a doc would not be below 2^32 - 1.
  bool (*ascend)(std::uint32_t first, std::uint32_t* gaps);
};

// Rows from the slowest to the fastest; the first runs on every CPU.
std::span<const UnpackKernels> UnpackKernelTable();
const UnpackKernels& BestUnpackKernels();

}  // namespace thresh
