// The factories of the commands of thresh-query, for the table in commands.cc. Each is defined in
// the file named beside it.
#pragma once

#include <memory>

#include "common/cli/cli.h"

namespace thresh {

std::unique_ptr<Command> MakeSearchCommand();      // search.cc
std::unique_ptr<Command> MakeServeCommand();       // serve.cc
std::unique_ptr<Command> MakeMcpCommand();         // mcp.cc
std::unique_ptr<Command> MakeStatisticsCommand();  // statistics.cc

std::unique_ptr<Command> MakeRunCommand();         // evaluate.cc
std::unique_ptr<Command> MakeEvalCommand();        // evaluate.cc
std::unique_ptr<Command> MakeExperimentCommand();  // evaluate.cc

std::unique_ptr<Command> MakeStatsCommand();      // inspect.cc
std::unique_ptr<Command> MakeTemplatesCommand();  // inspect.cc
std::unique_ptr<Command> MakeSitesCommand();      // history.cc
std::unique_ptr<Command> MakeChangesCommand();    // history.cc
std::unique_ptr<Command> MakeLinksCommand();      // links.cc
std::unique_ptr<Command> MakeRankCommand();       // links.cc
std::unique_ptr<Command> MakeRelatedCommand();    // links.cc
std::unique_ptr<Command> MakeFrontierCommand();   // links.cc
std::unique_ptr<Command> MakeExplainCommand();    // inspect.cc
std::unique_ptr<Command> MakeReportCommand();     // inspect.cc
std::unique_ptr<Command> MakeDumpCommand();       // inspect.cc
std::unique_ptr<Command> MakeExportCommand();     // export.cc

}  // namespace thresh
