// The commands of thresh-query that evaluate: run, eval and experiment.
#pragma once

#include <memory>

#include "common/cli/cli.h"

namespace thresh {

std::unique_ptr<Command> MakeRunCommand();
std::unique_ptr<Command> MakeEvalCommand();
std::unique_ptr<Command> MakeExperimentCommand();

}  // namespace thresh
