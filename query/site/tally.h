// RequestTally: how many requests the site answered, how long that took, and what the server
// refused before, for /metrics. Any
// thread.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "common/store/schema.h"
#include "query/http/http.h"

namespace thresh {

class RequestTally {
 public:
  void Add(int status, std::chrono::steady_clock::duration time);
  // What the server did not hand on to the site.
  void AddRefused(int status);
  void AddDropped(HttpDrop why) {
    dropped_[static_cast<std::size_t>(why)].fetch_add(1, std::memory_order_relaxed);
  }
  // The text format of Prometheus, version 0.0.4.
  std::string Text(const Statistics& store) const;

 private:
  using Number = std::atomic<std::uint64_t>;
  static constexpr std::size_t kClasses = 6;  // of statuses: 2 for 200 to 299
  static constexpr std::size_t kStatuses = 600;
  void Answered(int status);
  std::array<Number, kClasses> answers_{};
  std::array<Number, kStatuses> refused_{};
  std::array<Number, kHttpDropNames.size()> dropped_{};
  std::atomic<std::uint64_t> microseconds_{0};
};

}  // namespace thresh
