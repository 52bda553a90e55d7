// The report of an update, as people and programs read it: what came, what changed, what went, and
// which templates came and went. Any thread may call these functions.
#pragma once

#include <string>

#include <vector>

#include "common/cli/cli.h"
#include "common/report/markup.h"
#include "indexer/build/build.h"
#include "indexer/build/build_flags.h"

namespace thresh {

std::string UpdateReportText(const BuildResult& result, const Terminal& terminal);
std::string UpdateReportJson(const BuildResult& result);
// The same as a section of the report on the store (common/report).
Markup UpdateReportSection(const BuildResult& result);
// What somebody must look at: sites of which pages were kept that would have gone.
std::vector<std::string> UpdateWarnings(const BuildResult& result);

inline constexpr ResultTexts kUpdateReports = {UpdateReportText, UpdateReportJson,
                                               UpdateReportSection, UpdateWarnings};

}  // namespace thresh
