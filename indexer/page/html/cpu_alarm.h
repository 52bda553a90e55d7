// CpuAlarm: calls its function once the calling thread has used `cpu_ms` of CPU time since the
// alarm was made. The call comes as a signal handler on that thread, in the middle of whatever it
// does. It is for code that cannot look at a clock, such as gumbo. An alarm lives for one parse, on
// one thread.
//
// It takes the real-time signal kCpuAlarmSignal for the whole process.
#pragma once

#include <csignal>
#include <cstdint>
#include <ctime>

#include "common/base/status.h"

namespace thresh {

inline const int kCpuAlarmSignal = SIGRTMIN + 1;

class CpuAlarm {
 public:
  // It may do what a signal handler may, and siglongjmp to a frame that outlives the constructor.
  using Function = void (*)(void* context);

  // Whether the system has such timers. If it is not ok, no alarm may be made.
  static Status Probe();

  CpuAlarm(std::uint32_t cpu_ms, Function function, void* context);
  ~CpuAlarm();
  CpuAlarm(const CpuAlarm&) = delete;
  CpuAlarm& operator=(const CpuAlarm&) = delete;

 private:
  static void OnSignal(int signal, siginfo_t* info, void* machine);
  static int CreateTimer(CpuAlarm* alarm, timer_t* timer);

  const Function function_;
  void* const context_;
  timer_t timer_{};
};

}  // namespace thresh
