// A command of one of the programs as a function of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "common/cli/cli.h"

namespace thresh {

// Runs a command on a thread of its own and returns what it prints. Meanwhile the interpreter is
// free for other threads, and the calling thread looks for signals: after Ctrl-C a build stops as
// after a kill, and KeyboardInterrupt is raised. Any other failure raises by its code.
nanobind::str RunPythonCommand(const Program& program, const std::vector<std::string>& arguments);

}  // namespace thresh
