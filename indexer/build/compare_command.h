// The `compare` command: builds one store a detector, each in a process of its own, and prints one
// table.
#pragma once

#include <memory>

#include "common/cli/cli.h"

namespace thresh {

std::unique_ptr<Command> MakeCompareCommand();

}  // namespace thresh
