// RatioGuard: tells a decompression bomb from well compressed text. Little output is never a bomb.
#pragma once

#include <cstdint>

namespace thresh {

class RatioGuard {
 public:
  explicit RatioGuard(std::uint32_t max_ratio) : max_ratio_(max_ratio) {}

  void Restart() { in_ = out_ = 0; }
  void Add(std::uint64_t in, std::uint64_t out) {
    in_ += in;
    out_ += out;
  }
  bool Exceeded() const { return out_ > kFreeBytes && out_ / max_ratio_ > in_; }

 private:
  static constexpr std::uint64_t kFreeBytes = 1u << 20;
  std::uint32_t max_ratio_;
  std::uint64_t in_ = 0;
  std::uint64_t out_ = 0;
};

}  // namespace thresh
