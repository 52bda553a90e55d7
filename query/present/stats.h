// stats: all figures of a store, by site and in total, as `thresh-query stats` prints them. Only
// functions of their arguments: any thread may call them.
#pragma once

#include <string>

#include "common/cli/terminal.h"
#include "common/report/stats.h"

namespace thresh {

std::string StatsText(const StoreStats& stats, const Terminal& terminal);
std::string StatsJson(const StoreStats& stats);

}  // namespace thresh
