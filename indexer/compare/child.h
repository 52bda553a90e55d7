// A program of its own for one build, so that its CPU time and its peak memory are its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"

namespace thresh {

struct ChildResult {
  int exit_code = 0;
  std::uint64_t peak_bytes = 0;  // resident
};

// Runs this very program with `arguments` and waits for it. Its standard output goes to the file
// `output`, its standard error to ours. SIGINT and SIGTERM kill it and make kInterrupted; a signal
// of its own makes kBug. Thread rule: the caller must be the only thread.
Result<ChildResult> RunSelf(const std::vector<std::string>& arguments, const std::string& output);

}  // namespace thresh
