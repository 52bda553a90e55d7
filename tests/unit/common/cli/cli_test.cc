#include "common/cli/cli.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <thread>

#include "common/base/version.h"
#include "common/cli/embedded.h"
#include "common/cli/exhaustion.h"
#include "common/cli/manual.h"
#include "common/cli/progress_bar.h"

namespace thresh {
namespace {

class Greet : public Command {
 public:
  void Declare(Options& options) override { options.Add("name", &name_, "NAME", "whom to greet"); }
  Status Run() override {
    if (name_ == "nobody") return Status(Code::kMissing, "nobody is there");
    Print("hello " + name_ + "\n");
    return {};
  }

 private:
  std::string name_ = "world";
};

constexpr std::array<CommandInfo, 1> kCommands = {
    {{"greet", "says hello", "tool greet --name Ada",
      []() -> std::unique_ptr<Command> { return std::make_unique<Greet>(); }}}};
constexpr Program kProgram = {"tool", "a tool", kCommands};

struct Outcome {
  int code;
  std::string out, err;
};

Outcome RunTool(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tool");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int code = RunProgram(kProgram, static_cast<int>(argv.size()), argv.data());
  return {code, ::testing::internal::GetCapturedStdout(), ::testing::internal::GetCapturedStderr()};
}

TEST(Cli, RunsACommandWithItsOptions) {
  const Outcome outcome = RunTool({"greet", "--name", "Ada"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "hello Ada\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(Cli, ACommandInsideAnotherProcessGivesItsTextToTheCaller) {
  const std::atomic<bool> stop{false};
  std::string output;
  ::testing::internal::CaptureStdout();
  EXPECT_TRUE(RunEmbedded(kProgram, {"greet", "--name", "Ada"}, stop, &output).ok());
  EXPECT_EQ(output, "hello Ada\n");
  const Status status = RunEmbedded(kProgram, {"greet", "--name", "nobody"}, stop, &output);
  EXPECT_EQ(status.code(), Code::kMissing);
  EXPECT_EQ(RunEmbedded(kProgram, {"greet", "--what"}, stop, &output).code(), Code::kUsage);
  EXPECT_EQ(EmbeddedStop(), nullptr);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

TEST(Cli, AFailureIsOneLineOnStderrAndItsCode) {
  const Outcome outcome = RunTool({"greet", "--name", "nobody"});
  EXPECT_EQ(outcome.code, 66);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "tool: nobody is there\n");
}

TEST(Cli, UnknownCommandsAndBadFlagsAreUsageErrors) {
  EXPECT_EQ(RunTool({"great"}).code, 64);
  EXPECT_EQ(RunTool({"great"}).err,
            "tool: no command 'great'; do you mean greet? (see tool --help)\n");
  EXPECT_EQ(RunTool({}).code, 64);
  const Outcome outcome = RunTool({"greet", "--nam", "x"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_NE(outcome.err.find("(see tool greet -h)\n"), std::string::npos) << outcome.err;
}

TEST(Cli, HelpIsAResult) {
  const Outcome program = RunTool({"--help"});
  EXPECT_EQ(program.code, 0);
  EXPECT_NE(program.out.find("greet  says hello"), std::string::npos) << program.out;
  const Outcome command = RunTool({"greet", "--name", "x", "-h"});
  EXPECT_EQ(command.code, 0);
  EXPECT_NE(command.out.find("example: tool greet --name Ada\n"), std::string::npos) << command.out;
  EXPECT_NE(command.out.find("(default world)"), std::string::npos) << command.out;
}

TEST(Cli, TheVersionIsThatOfTheBuild) {
  EXPECT_EQ(RunTool({"--version"}).out, "tool " + std::string(kVersion) + " (store format " +
                                            std::to_string(kFormatVersion) + ")\n");
  std::stringstream text;
  text << std::ifstream(THRESH_SOURCE_DIR "/CMakeLists.txt").rdbuf();
  EXPECT_NE(text.str().find("project(thresh VERSION " + std::string(kVersion)), std::string::npos);
}

TEST(Cli, JsonIsOneLineOfUnescapedUtf8AndSurvivesBadBytes) {
  EXPECT_EQ(JsonLine({{"a", "caf\u00e9\n"}}), "{\"a\":\"caf\u00e9\\n\"}\n");
  EXPECT_EQ(JsonLine({{"a", "\xff"}}), "{\"a\":\"\uFFFD\"}\n");
}

TEST(Cli, AFileIsNoTerminal) {
  ::testing::internal::CaptureStdout();
  const Terminal terminal = StdoutTerminal();
  ::testing::internal::GetCapturedStdout();
  EXPECT_FALSE(terminal.interactive);
  EXPECT_FALSE(terminal.style);
}

TEST(Cli, AManualPageHasNoRequestsOfRoffInItsText) {
  constexpr std::array<CommandInfo, 1> kCommand = {
      {{"greet", ".so says\\hello", "tool greet",
        []() -> std::unique_ptr<Command> { return std::make_unique<Greet>(); }}}};
  const std::string page = ManualPage(Program{"tool", "a tool", kCommand});
  EXPECT_NE(page.find("\\&.so says\\ehello"), std::string::npos) << page;
}

TEST(Cli, ABarIsDrawnWhereItIsWanted) {
  const auto shown = [](std::string_view mode) {
    ::testing::internal::CaptureStderr();
    {
      ProgressBar bar(mode);
      std::this_thread::sleep_for(std::chrono::milliseconds(120));
      bar.Show(1, 2, "pages");
    }
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_TRUE(shown("bar").starts_with("\r[")) << shown("bar");
  EXPECT_EQ(shown("none"), "");
  EXPECT_EQ(shown("plain"), "") << "a line every ten seconds, and not at the first page";
}

void EndBy(std::errc reason) {
  EndWellWhenExhausted("tool");
  std::thread([reason] { throw std::system_error(std::make_error_code(reason)); }).join();
}

TEST(CliDeathTest, WithoutThreadsAProgramEndsWithALineAndAnyOtherExceptionIsABug) {
  EXPECT_EXIT(EndBy(std::errc::resource_unavailable_try_again), ::testing::ExitedWithCode(75),
              "tool: cannot start a thread");
  EXPECT_EXIT(EndBy(std::errc::io_error), ::testing::KilledBySignal(SIGABRT), "");
}

TEST(Cli, HelpAndVersionAreCommandsToo) {
  EXPECT_EQ(RunTool({"help"}).out, RunTool({"--help"}).out);
  EXPECT_EQ(RunTool({"help", "greet"}).out, RunTool({"greet", "-h"}).out);
  EXPECT_EQ(RunTool({"version"}).out, RunTool({"--version"}).out);
  EXPECT_EQ(RunTool({"help", "nothing"}).code, 64);
}

TEST(Cli, AMistypedCommandOrOptionNamesTheNearest) {
  EXPECT_EQ(RunTool({"great"}).err,
            "tool: no command 'great'; do you mean greet? (see tool --help)\n");
  EXPECT_EQ(RunTool({"delete"}).err, "tool: no command 'delete' (see tool --help)\n");
  const std::string err = RunTool({"greet", "--nam", "Ada"}).err;
  EXPECT_NE(err.find("do you mean --name?"), std::string::npos) << err;
}

}  // namespace
}  // namespace thresh
