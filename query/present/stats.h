// stats: everything of the final build report, by site and in total.
#pragma once

#include <string>

#include "common/cli/cli.h"
#include "common/report/stats.h"

namespace thresh {

std::string StatsText(const StoreStats& stats, const Terminal& terminal);
std::string StatsJson(const StoreStats& stats);

}  // namespace thresh
