// thresh-query search.
#pragma once

#include <memory>

#include "common/cli/cli.h"

namespace thresh {

std::unique_ptr<Command> MakeSearchCommand();

}  // namespace thresh
