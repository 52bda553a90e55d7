#include "query/commands.h"

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
    EXPECT_NE(help.out.find("example: thresh-query " + std::string(command.name)), std::string::npos)
        << help.out;
    EXPECT_NE(help.out.find(command.help), std::string::npos);
    EXPECT_EQ(help.err, "");
  }
  for (const char* name : {"search", "stats", "templates", "explain", "dump"})
    EXPECT_TRUE(names.contains(name));
}

TEST(Commands, WithoutAStoreTheyAreUsageErrors) {
  for (const CommandInfo& command : QueryCommands()) {
    const Outcome outcome = RunQuery({std::string(command.name), "--json"});
    EXPECT_EQ(outcome.code, 64) << command.name;
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_EQ(RunQuery({"explain", "--store", "/nonexistent"}).code, 64) << "the page is missing";
}

TEST(Commands, AMissingStoreIsSaidInOneLine) {
  for (const CommandInfo& command : QueryCommands()) {
    std::vector<std::string> arguments = {std::string(command.name), "--store", "/nonexistent"};
    if (command.name == "search" || command.name == "explain") arguments.push_back("x");
    const Outcome outcome = RunQuery(arguments);
    EXPECT_EQ(outcome.code, 66) << command.name << " " << outcome.err;
    EXPECT_NE(outcome.err.find("/nonexistent"), std::string::npos);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace thresh
