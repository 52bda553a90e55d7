// Dice: the same throws on every machine.
#pragma once

#include <cstdint>
#include <random>

namespace thresh {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}
  // 0 .. n-1
  std::uint32_t Below(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  std::mt19937 random_;
};

}  // namespace thresh
