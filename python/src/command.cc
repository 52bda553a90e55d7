#include "python/src/command.h"

#include <mutex>
#include <utility>

#include "common/cli/embedded.h"
#include "python/src/interruptible.h"
#include "python/src/python_error.h"

namespace thresh {
namespace {

namespace nb = nanobind;

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

}  // namespace

nb::str RunPythonCommand(const Program& program, const std::vector<std::string>& arguments,
                         const nb::object& progress) {
  std::string output;
  NewestLine newest;
  ProgressSink sink;
  if (!progress.is_none()) sink = [&](std::string_view line) { newest.Put(line); };
  RunInterruptibly(
      [&](const std::atomic<bool>& stop) {
        return RunEmbedded(program, arguments, stop, &output, sink);
      },
      [&] {
        const std::string line = newest.Take();
        if (!line.empty()) progress(PythonText(line));
      });
  return PythonText(output);
}

}  // namespace thresh
