// A command of one of the programs as a function of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "common/cli/cli.h"

namespace thresh {

// Runs a command on a thread of its own and returns what it prints. Meanwhile the interpreter is
// free for other threads, and the calling thread looks for signals: after Ctrl-C a build stops as
// after a kill, and KeyboardInterrupt is raised. Any other failure raises by its code. `progress`,
// unless None, is called on the calling thread with the newest line of JSON that says how far the
// command is; what it raises stops the command as Ctrl-C does.
nanobind::str RunPythonCommand(const Program& program, const std::vector<std::string>& arguments,
                               const nanobind::object& progress);

}  // namespace thresh
