// RequestTally: how many requests the site answered and how long that took, for /metrics. Any
// thread.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "common/store/schema.h"

namespace thresh {

class RequestTally {
 public:
  void Add(int status, std::chrono::steady_clock::duration time);
  // The text format of Prometheus, version 0.0.4.
  std::string Text(const Statistics& store) const;

 private:
  static constexpr std::size_t kClasses = 6;  // of statuses: 2 for 200 to 299
  std::array<std::atomic<std::uint64_t>, kClasses> answers_{};
  std::atomic<std::uint64_t> microseconds_{0};
};

}  // namespace thresh
