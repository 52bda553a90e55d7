// The report at the end of a build: what was read, what was skipped and why, and how much of the
// index the templates would have taken. `thresh-index compare` reads the JSON form back
// (`ReadBuildReport`). Any thread may call these functions.
#pragma once

#include <string>

#include "common/cli/cli.h"
#include "indexer/build/build.h"

namespace thresh {

std::string BuildReportText(const BuildResult& result, const Terminal& terminal);
std::string BuildReportJson(const BuildResult& result);

}  // namespace thresh
