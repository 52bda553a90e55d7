// RunEmbedded: a command as a function inside another process, such as a Python interpreter. The
// process keeps its own standard output and its own signals: what the command prints comes back as
// text, and the caller says when the command has to stop. Any thread may call it, and several may
// at the same time.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/cli/cli.h"

namespace thresh {

// Runs the command that `arguments` begin with, as RunProgram does. `output` gets what it prints on
// standard output. Once `stop` is true, a command that writes a store ends with kInterrupted.
Status RunEmbedded(const Program& program, const std::vector<std::string>& arguments,
                   const std::atomic<bool>& stop, std::string* output);

// The flag of the RunEmbedded that this thread is in. Null in a program.
const std::atomic<bool>* EmbeddedStop();

}  // namespace thresh
