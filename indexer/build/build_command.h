// `thresh-index build`: flags → BuildOptions, signals, progress, and the final report.
#pragma once

#include <memory>

#include "common/cli/cli.h"

namespace thresh {

std::unique_ptr<Command> MakeBuildCommand();

}  // namespace thresh
