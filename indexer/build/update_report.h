// The report of an update, as people and programs read it: what came, what changed, what went, and
// which templates came and went. Any thread may call these functions.
#pragma once

#include <string>

#include "common/cli/cli.h"
#include "indexer/build/build.h"

namespace thresh {

std::string UpdateReportText(const BuildResult& result, const Terminal& terminal);
std::string UpdateReportJson(const BuildResult& result);

}  // namespace thresh
