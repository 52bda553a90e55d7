// thresh-query serve.
#pragma once

#include <memory>

#include "common/cli/cli.h"

namespace thresh {

std::unique_ptr<Command> MakeServeCommand();

}  // namespace thresh
