// The commands of thresh-index, as one table.
#pragma once

#include <span>

#include "common/cli/cli.h"

namespace thresh {

std::span<const CommandInfo> IndexCommands();

}  // namespace thresh
