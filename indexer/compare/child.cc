#include "indexer/compare/child.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace thresh {
namespace {

// Blocks the signals that Wait() asks for as long as it lives. The child starts with the old mask.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    for (const int signal : {SIGINT, SIGTERM, SIGCHLD}) sigaddset(&held_, signal);
    // sigtimedwait returns only signals that are blocked. SIGCHLD is among them so that the end of
    // the child wakes the caller at once.
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& before() const { return before_; }
  // Returns 0 if no signal came for a tenth of a second. Without that bound it could wait for ever:
  // threads of RocksDB block nothing and may take the SIGCHLD.
  int Wait() const {
    const timespec patience = {0, 100'000'000};
    const int signal = sigtimedwait(&held_, nullptr, &patience);
    return signal > 0 ? signal : 0;
  }

 private:
  sigset_t held_{}, before_{};
};

class SpawnSettings {
 public:
  SpawnSettings(const sigset_t& mask, const std::string& output) {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes_, &mask);
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  ~SpawnSettings() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  // Takes a copy of the arguments, because posix_spawn wants strings that may be changed.
  int Start(std::vector<std::string> arguments, pid_t* child) const {
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    // The running program itself, even if its file was replaced since it started.
    return posix_spawn(child, "/proc/self/exe", &actions_, &attributes_, pointers.data(), environ);
  }

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t actions_{};
};

Result<ChildResult> Outcome(int status, const rusage& usage, bool stopped) {
  if (stopped) return Status(Code::kInterrupted, "interrupted");
  if (WIFSIGNALED(status)) {
    return Status(Code::kBug, std::string("signal ") + std::to_string(WTERMSIG(status)) + " (" +
                                  strsignal(WTERMSIG(status)) + ") ended the build");
  }
  // Linux gives ru_maxrss in KiB.
  return ChildResult{WEXITSTATUS(status), static_cast<std::uint64_t>(usage.ru_maxrss) * 1024};
}

}  // namespace

Result<ChildResult> RunSelf(const std::vector<std::string>& arguments, const std::string& output) {
  const HeldSignals signals;
  const SpawnSettings settings(signals.before(), output);
  pid_t child = 0;
  if (const int error = settings.Start(arguments, &child); error != 0)
    return ErrnoStatus(error, "cannot start", arguments[0]);
  int status = 0;
  rusage usage{};
  bool stopped = false;
  // wait4 gives the peak memory of this child. RUSAGE_CHILDREN would give the largest of all
  // children so far.
  while (wait4(child, &status, WNOHANG, &usage) == 0) {
    const int signal = signals.Wait();
    if (signal == 0 || signal == SIGCHLD) continue;
    stopped = true;
    kill(child, SIGKILL);  // not SIGTERM: the store is thrown away, so no clean end is needed
  }
  return Outcome(status, usage, stopped);
}

}  // namespace thresh
