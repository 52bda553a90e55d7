// The command line of both programs. A program is a table of commands. RunProgram() is all of its
// main: it finds the row, makes the Command, lets it declare its options, parses them and runs it.
// A command lives as long as one run of the program, on the main thread.
//
// Results go to stdout, everything else to stderr.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/cli/options.h"
#include "common/cli/terminal.h"

namespace thresh {

class Command {
 public:
  virtual ~Command() = default;
  // Binds members to options; what they hold now are the defaults. Called once, before Run(), and
  // alone when the user asks for help.
  virtual void Declare(Options& options) = 0;
  // Does the work. All options have been parsed and checked.
  virtual Status Run() = 0;
};

// A row of a program's table of commands.
struct CommandInfo {
  std::string_view name;
  std::string_view help;     // one line
  std::string_view example;  // one or several whole command lines, one on each line
  std::unique_ptr<Command> (*make)();
};

struct Program {
  std::string_view name;  // "thresh-query"
  std::string_view help;  // one line
  std::span<const CommandInfo> commands;
  // Of the program beside it: its name, and those of its commands that people look for here.
  std::string_view other = {};
  std::vector<std::string_view> of_other = {};
};

// All of main. Also answers --help and help, --version and version, and -h after a command. Returns
// the exit code, and prints one line on an error. A result that cannot be written to stdout is an
// error too.
int RunProgram(const Program& program, int argc, char** argv);

// One line of JSON with its line end. UTF-8 stays as it is; malformed bytes become U+FFFD.
std::string JsonLine(const nlohmann::ordered_json& value);
// Writes to stdout. RunProgram reports a write error at the end.
void Print(std::string_view text);
// Writes "note: LINE" to standard error, which is not that of a process around the command.
void PrintNote(const std::string& line);

}  // namespace thresh
