// Near numbers (docs/FORMAT.md): a step forth or back, with the sign in the lowest bit.
#pragma once

#include <cstdint>

namespace thresh {

// What is to be added, modulo 2^32.
inline std::uint32_t UnfoldedStep(std::uint32_t folded) {
  return (folded & 1) != 0 ? ~(folded >> 1) : folded >> 1;
}

}  // namespace thresh
