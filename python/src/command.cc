#include "python/src/command.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <mutex>
#include <new>
#include <system_error>
#include <utility>

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

// The newest line that says how far a command is: its thread puts lines here, Python takes them.
class NewestLine {
 public:
  void Put(std::string_view line) {
    const std::lock_guard lock(mutex_);
    line_ = line;
  }
  // Empty if there is no newer one.
  std::string Take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(line_, {});
  }

 private:
  std::mutex mutex_;
  std::string line_;
};

// What a command and the thread that waits for it share.
struct Shared {
  std::atomic<bool> stop{false};
  std::string output;
  NewestLine progress;
};

std::future<Status> Start(const Program& program, const std::vector<std::string>& arguments,
                          bool told, Shared* shared) {
  const SignalsElsewhere elsewhere;
  return std::async(std::launch::async, [&program, &arguments, told, shared] {
    ProgressSink sink;
    if (told) sink = [shared](std::string_view line) { shared->progress.Put(line); };
    return Exhaustible(
        [&] { return RunEmbedded(program, arguments, shared->stop, &shared->output, sink); });
  });
}

// Whether Python has raised: by a signal, or by the function that gets the progress.
bool Raised(const nb::object& progress, NewestLine* newest) {
  if (PyErr_CheckSignals() != 0) return true;
  const std::string line = newest->Take();
  if (line.empty()) return false;
  try {
    progress(PythonText(line));
    return false;
  } catch (nb::python_error& error) {
    error.restore();
    return true;
  }
}

}  // namespace

nb::str RunPythonCommand(const Program& program, const std::vector<std::string>& arguments,
                         const nb::object& progress) {
  Shared shared;
  const auto look = [&] {
    const nb::gil_scoped_acquire acquired;
    // The exception stays with this thread until the command has ended.
    shared.stop = Raised(progress, &shared.progress);
  };
  const Status status = Exhaustible([&] {
    const nb::gil_scoped_release released;
    std::future<Status> done = Start(program, arguments, !progress.is_none(), &shared);
    while (done.wait_for(kLookForSignals) != std::future_status::ready)
      if (!shared.stop) look();
    if (!shared.stop) look();  // the last line of progress
    return done.get();
  });
  if (shared.stop) throw nb::python_error();
  if (!status.ok()) Raise(status);
  return PythonText(shared.output);
}

}  // namespace thresh
