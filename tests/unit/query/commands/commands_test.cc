#include "query/commands/commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace thresh {
namespace {

struct Outcome {
  int code;
  std::string out, err;
};

Outcome RunQuery(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "thresh-query");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const Program program = {"thresh-query", "test", QueryCommands()};
  const int code = RunProgram(program, static_cast<int>(argv.size()), argv.data());
  return {code, ::testing::internal::GetCapturedStdout(), ::testing::internal::GetCapturedStderr()};
}

TEST(Commands, EveryRowHasHelpWithAnExampleOfItself) {
  std::set<std::string_view> names;
  for (const CommandInfo& command : QueryCommands()) {
    EXPECT_TRUE(names.insert(command.name).second);
    const Outcome help = RunQuery({std::string(command.name), "-h"});
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("example: thresh-query " + std::string(command.name)),
              std::string::npos)
        << help.out;
    EXPECT_NE(help.out.find(command.help), std::string::npos);
    EXPECT_EQ(help.err, "");
  }
  for (const char* name : {"search", "run", "eval", "experiment", "stats", "templates", "sites",
                           "changes", "explain", "report", "dump"})
    EXPECT_TRUE(names.contains(name));
}

// Commands whose help says --store.
std::vector<std::string> StoreCommands() {
  std::vector<std::string> names;
  for (const CommandInfo& command : QueryCommands()) {
    std::string name(command.name);
    if (RunQuery({name, "-h"}).out.find("usage: thresh-query " + name + " --store") !=
        std::string::npos)
      names.push_back(name);
  }
  return names;
}

TEST(Commands, WithoutAStoreTheyAreUsageErrors) {
  EXPECT_GE(StoreCommands().size(), 5u);
  for (const std::string& command : StoreCommands()) {
    const Outcome outcome = RunQuery({command, "--json"});
    EXPECT_EQ(outcome.code, 64) << command;
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_EQ(RunQuery({"explain", "--store", "/nonexistent"}).code, 64) << "the page is missing";
}

TEST(Commands, AMissingStoreIsSaidInOneLine) {
  for (const std::string& command : StoreCommands()) {
    std::vector<std::string> arguments = {command, "--store", "/nonexistent"};
    if (command == "search" || command == "explain" || command == "related")
      arguments.push_back("x");
    if (command == "export") arguments.insert(arguments.end(), {"--out", "-"});
    if (command == "run") arguments.insert(arguments.end(), {"--topics", "/nonexistent"});
    const Outcome outcome = RunQuery(arguments);
    EXPECT_EQ(outcome.code, 66) << command << " " << outcome.err;
    EXPECT_NE(outcome.err.find("/nonexistent"), std::string::npos);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace thresh
