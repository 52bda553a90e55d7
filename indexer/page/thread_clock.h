// The CPU clock of the calling thread in nanoseconds, for the times of stages. A call costs about
// 200 ns, so it is called a few times for each page, not for each element.
#pragma once

#include <cstdint>
#include <ctime>

namespace thresh {

inline std::int64_t ThreadCpuNs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

}  // namespace thresh
