#include "python/src/interruptible.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <csignal>
#include <future>
#include <new>
#include <system_error>

#include "python/src/python_error.h"

namespace thresh {
namespace {

namespace nb = nanobind;

constexpr std::chrono::milliseconds kLookForSignals{50};

// While one lives, new threads do not take the signals that Python has handlers for. They would cut
// system calls of the work short.
class SignalsElsewhere {
 public:
  SignalsElsewhere() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGCHLD, SIGUSR1, SIGUSR2})
      sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  ~SignalsElsewhere() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsElsewhere(const SignalsElsewhere&) = delete;
  SignalsElsewhere& operator=(const SignalsElsewhere&) = delete;

 private:
  sigset_t before_;
};

// The exceptions that a program ends with, because it has no memory or no thread left.
template <typename Work>
Status Exhaustible(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Status(Code::kTryAgain, "out of memory");
  } catch (const std::system_error&) {
    return Status(Code::kTryAgain, "cannot start a thread");
  }
}

template <typename Work>
std::future<Status> Start(Work work) {
  const SignalsElsewhere elsewhere;
  return std::async(std::launch::async, [work] { return Exhaustible(work); });
}

// Whether Python has raised: by a signal, or by `look`. The exception stays with this thread.
bool Raised(const std::function<void()>& look) {
  const nb::gil_scoped_acquire acquired;
  if (PyErr_CheckSignals() != 0) return true;
  if (!look) return false;
  try {
    look();
    return false;
  } catch (nb::python_error& error) {
    error.restore();
    return true;
  }
}

}  // namespace

void RunInterruptibly(const std::function<Status(const std::atomic<bool>& stop)>& work,
                      const std::function<void()>& look) {
  std::atomic<bool> stop{false};
  const Status status = Exhaustible([&] {
    const nb::gil_scoped_release released;
    std::future<Status> done = Start([&] { return work(stop); });
    while (done.wait_for(kLookForSignals) != std::future_status::ready)
      if (!stop) stop = Raised(look);
    if (!stop) stop = Raised(look);  // the last line of progress
    return done.get();
  });
  if (stop) throw nb::python_error();
  if (!status.ok()) Raise(status);
}

}  // namespace thresh
