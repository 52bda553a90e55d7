// The table of commands of thresh-query.
#pragma once

#include <span>

#include "common/cli/cli.h"

namespace thresh {

std::span<const CommandInfo> QueryCommands();

}  // namespace thresh
