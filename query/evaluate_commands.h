// The commands of thresh-query that evaluate: run and eval.
#pragma once

#include <memory>

#include "common/cli.h"

namespace thresh {

std::unique_ptr<Command> MakeRunCommand();
std::unique_ptr<Command> MakeEvalCommand();

}  // namespace thresh
