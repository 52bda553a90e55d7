// CpuAlarm: while one lives, its function is called once the calling thread has used so much CPU
// time: as a signal handler, on that thread, in the middle of whatever it does. For code that
// cannot be asked to look at a clock.
//
// Takes the real-time signal kCpuAlarmSignal for the whole process.
#pragma once

#include <csignal>
#include <cstdint>
#include <ctime>

#include "common/base/status.h"

namespace thresh {

inline const int kCpuAlarmSignal = SIGRTMIN + 1;

class CpuAlarm {
 public:
  // May do what a signal handler may, and siglongjmp into a frame that outlives the alarm's making.
  using Function = void (*)(void* context);

  // Not ok on a system without such timers; where it is ok, alarms can be made.
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
