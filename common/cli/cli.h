// The command line of both programs: one table of commands, options that know their defaults, and
// what the terminal can show. A command is an object: Declare() binds its members to options, Run()
// does the work.
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
#include "common/base/version.h"
#include "common/cli/options.h"

namespace thresh {

class Command {
 public:
  virtual ~Command() = default;
  virtual void Declare(Options& options) = 0;
  virtual Status Run() = 0;
};

// A row of a program's table of commands.
struct CommandInfo {
  std::string_view name;
  std::string_view help;     // one line
  std::string_view example;  // a whole command line, or some, a line each
  std::unique_ptr<Command> (*make)();
};

struct Program {
  std::string_view name;  // "thresh-query"
  std::string_view help;  // one line
  std::span<const CommandInfo> commands;
};

// The whole of main: finds the command, parses, runs. --help, -h after a command, --version. Prints
// one line on an error and returns the exit code. A result that could not be written to stdout is
// an error too.
int RunProgram(const Program& program, int argc, char** argv);

// What stdout or stderr can show.
struct Terminal {
  bool interactive = false;  // a terminal, not a pipe or file
  bool style = false;        // bold may be used: a terminal, not dumb, NO_COLOR not set
  bool bars = false;         // block elements may be drawn: a terminal, not dumb, UTF-8
  std::size_t width = 80;
};
Terminal StdoutTerminal();
Terminal StderrTerminal();

// One line of JSON, UTF-8 as it is; malformed bytes become U+FFFD.
std::string JsonLine(const nlohmann::ordered_json& value);
// To stdout; a write error is found by RunProgram.
void Print(std::string_view text);

}  // namespace thresh
