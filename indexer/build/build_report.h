// The final report of a build: everything that was seen, and where it went.
#pragma once

#include <string>

#include "common/cli/cli.h"
#include "indexer/build/build.h"

namespace thresh {

std::string BuildReportText(const BuildResult& result, const Terminal& terminal);
std::string BuildReportJson(const BuildResult& result);

}  // namespace thresh
