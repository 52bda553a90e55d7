#include "indexer/page/html/cpu_alarm.h"

#include <unistd.h>

#include <cerrno>

#include "common/base/check.h"

namespace thresh {

void CpuAlarm::OnSignal(int, siginfo_t* info, void*) {
  const auto* alarm = static_cast<const CpuAlarm*>(info->si_value.sival_ptr);
  alarm->function_(alarm->context_);
}

int CpuAlarm::CreateTimer(CpuAlarm* alarm, timer_t* timer) {
  struct sigaction action = {};
  action.sa_sigaction = &OnSignal;
  // SA_RESTART: a system call that the signal interrupts goes on if the handler returns.
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  if (sigaction(kCpuAlarmSignal, &action, nullptr) != 0) return -1;
  sigevent event{};
  // The signal must reach this very thread, because its handler may jump within its stack.
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = kCpuAlarmSignal;
  event.sigev_value.sival_ptr = alarm;
  event._sigev_un._tid = gettid();  // glibc has no other name for it
  // The clock is CPU time, so that a busy machine degrades no page.
  return timer_create(CLOCK_THREAD_CPUTIME_ID, &event, timer);
}

Status CpuAlarm::Probe() {
  timer_t timer{};
  if (CreateTimer(nullptr, &timer) != 0) return ErrnoStatus(errno, "cannot make", "a CPU timer");
  timer_delete(timer);
  return Status();
}

CpuAlarm::CpuAlarm(std::uint32_t cpu_ms, Function function, void* context)
    : function_(function), context_(context) {
  THRESH_CHECK(CreateTimer(this, &timer_) == 0);
  itimerspec after{};
  after.it_value.tv_sec = cpu_ms / 1000;
  // Zero would disarm the timer.
  after.it_value.tv_nsec = static_cast<long>(cpu_ms % 1000) * 1'000'000 + 1;
  THRESH_CHECK(timer_settime(timer_, 0, &after, nullptr) == 0);
}

// A signal that is under way is delivered before this system call returns, while the alarm still
// lives.
CpuAlarm::~CpuAlarm() { timer_delete(timer_); }

}  // namespace thresh
