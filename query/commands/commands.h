// The table of the commands of thresh-query: name, one line of help, examples, factory. main.cc
// hands it to RunProgram (common/cli/cli.h), which parses the command line and runs one of them.
#pragma once

#include <span>

#include "common/cli/cli.h"

namespace thresh {

std::span<const CommandInfo> QueryCommands();

}  // namespace thresh
