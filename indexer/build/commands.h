// The commands of thresh-index, as one table, and the functions that make them. Each command has a
// file of its own: it declares its flags, turns them into the options of the code that does the
// work, and prints what comes back.
//
// A command is made for one call of the program and runs on the main thread.
#pragma once

#include <memory>
#include <span>

#include "common/cli/cli.h"

namespace thresh {

std::span<const CommandInfo> IndexCommands();

// Indexes a crawl into a store (build_command.cc).
std::unique_ptr<Command> MakeBuildCommand();
// Take a newer crawl in, delete pages, judge every site again, put stores together
// (update_commands.cc).
std::unique_ptr<Command> MakeUpdateCommand();
std::unique_ptr<Command> MakeDeleteCommand();
std::unique_ptr<Command> MakeCompactCommand();
std::unique_ptr<Command> MakeMergeCommand();
// Copies the records of a crawl into shards, site by site (route_command.cc).
std::unique_ptr<Command> MakeRouteCommand();
// Writes the model of a large site (learn_command.cc).
std::unique_ptr<Command> MakeLearnCommand();
// Builds one store for each detector, each in a process of its own, and prints one table
// (compare_command.cc).
std::unique_ptr<Command> MakeCompareCommand();
// Checks a store against its checksums (verify_command.cc).
std::unique_ptr<Command> MakeVerifyCommand();
// Lists the detectors (detectors_command.cc).
std::unique_ptr<Command> MakeDetectorsCommand();

}  // namespace thresh
