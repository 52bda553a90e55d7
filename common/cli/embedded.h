// RunEmbedded: a command as a function inside another process, such as a Python interpreter. The
// process keeps its own standard output and its own signals: what the command prints comes back as
// text, and the caller says when the command has to stop and may be told how far it is. Any thread
// may call it, and several may at the same time.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/cli/cli.h"

namespace thresh {

// Gets a line of JSON ten times a second, as --progress json writes it on standard error.
using ProgressSink = std::function<void(std::string_view line)>;

// Runs the command that `arguments` begin with, as RunProgram does. `output` gets what it prints on
// standard output. Once `stop` is true, a command that writes a store ends with kInterrupted.
// `progress`, if it is not empty, is called on this thread instead of showing progress.
Status RunEmbedded(const Program& program, const std::vector<std::string>& arguments,
                   const std::atomic<bool>& stop, std::string* output,
                   const ProgressSink& progress = {});

// The flag of the RunEmbedded that this thread is in. Null in a program.
const std::atomic<bool>* EmbeddedStop();
// Who gets the progress of the command of this thread. Null if nobody asked for it.
const ProgressSink* EmbeddedProgress();

}  // namespace thresh
