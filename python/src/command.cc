#include "python/src/command.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <new>
#include <system_error>

#include "common/cli/embedded.h"
#include "python/src/python_error.h"

namespace thresh {
namespace {

namespace nb = nanobind;

constexpr std::chrono::milliseconds kLookForSignals{50};

// While one lives, new threads do not take the signals that Python has handlers for. They would cut
// system calls of the command short.
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

std::future<Status> Start(const Program& program, const std::vector<std::string>& arguments,
                          const std::atomic<bool>& stop, std::string* output) {
  const SignalsElsewhere elsewhere;
  return std::async(std::launch::async, [&program, &arguments, &stop, output] {
    return Exhaustible([&] { return RunEmbedded(program, arguments, stop, output); });
  });
}

}  // namespace

nb::str RunPythonCommand(const Program& program, const std::vector<std::string>& arguments) {
  std::atomic<bool> stop{false};
  std::string output;
  const Status status = Exhaustible([&] {
    const nb::gil_scoped_release released;
    std::future<Status> done = Start(program, arguments, stop, &output);
    while (done.wait_for(kLookForSignals) != std::future_status::ready) {
      if (stop) continue;
      const nb::gil_scoped_acquire acquired;
      // The exception stays with this thread until the command has ended.
      stop = PyErr_CheckSignals() != 0;
    }
    return done.get();
  });
  if (stop) throw nb::python_error();
  if (!status.ok()) Raise(status);
  return PythonText(output);
}

}  // namespace thresh
