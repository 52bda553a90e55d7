// Signature: the 128 bits that stand for a word's difference offsets in a block (CYL 3.3.1, figure
// 3, and 3.3.2). Pure functions.
#pragma once

#include <array>
#include <cstdint>

#include "indexer/run/run.h"

namespace thresh {

struct Signature {
  std::array<std::uint32_t, 4> m{};
  std::uint32_t ones = 0;  // bits set in m
  friend bool operator==(const Signature&, const Signature&) = default;
};

// Difference k of n sets bit (d mod 32) of word floor(4k/n).
Signature MakeSignature(const RunPosting& posting);

// The common bits are at least 80 % of the bits of the fuller one.
bool Similar(const Signature& a, const Signature& b);

// A signature of so few bits is similar to an equal one only: one bit less or more is below 80 %.
inline constexpr std::uint32_t kExactOnes = 3;

}  // namespace thresh
