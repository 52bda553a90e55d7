// RunSelf: runs this program once more as a child process, so that the CPU time and the peak memory
// of one build can be measured apart. Used by the compare command.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"

namespace thresh {

struct ChildResult {
  int exit_code = 0;
  std::uint64_t peak_bytes = 0;  // largest resident set
};

// Runs this program with `arguments`, the first of which is its name, and waits for its end. Its
// standard output goes to the file `output`, its standard error to that of the caller.
// kInterrupted: the caller got SIGINT or SIGTERM, and the child was killed. kBug: another signal
// ended the child. An exit code other than 0 is no error here.
// No other thread of the caller may run meanwhile: signals are blocked for one thread only.
Result<ChildResult> RunSelf(const std::vector<std::string>& arguments, const std::string& output);

}  // namespace thresh
