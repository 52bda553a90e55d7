#include "common/cli/cli.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/base/nearest_name.h"
#include "common/base/version.h"
#include "common/cli/embedded.h"
#include "common/cli/exhaustion.h"
#include "common/cli/manual.h"

namespace thresh {
namespace {

// Longer lines are hard to read, however wide the terminal is.
constexpr std::size_t kHelpWidth = 100;

// What stands around a command that another process runs. A command prints and asks for it on the
// thread that runs it.
struct Caller {
  const std::atomic<bool>* stop;
  std::string* output;
  const ProgressSink* progress;
};
thread_local const Caller* t_caller = nullptr;

void PrintError(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

const CommandInfo* FindCommand(const Program& program, std::string_view name) {
  for (const CommandInfo& command : program.commands) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

// What `help` prints beside the help of a command.
constexpr std::pair<std::string_view, std::string (*)(const Program&)> kPrinted[] = {
    {"man", ManualPage},
    {"bash", BashCompletion},
    {"fish", FishCompletion},
    {"zsh", ZshCompletion},
};

std::vector<std::string> NamesOf(const Program& program) {
  std::vector<std::string> names = {"help", "version"};
  for (const CommandInfo& command : program.commands) names.emplace_back(command.name);
  return names;
}

std::string ProgramHelp(const Program& program) {
  std::size_t column = 0;
  for (const CommandInfo& command : program.commands)
    column = std::max(column, command.name.size());
  std::string out = std::string(program.name) + ": " + std::string(program.help) +
                    "\n\nusage: " + std::string(program.name) + " COMMAND [options]\n\n";
  for (const CommandInfo& command : program.commands) {
    out += "  " + std::string(command.name) + std::string(column - command.name.size() + 2, ' ') +
           std::string(command.help) + "\n";
  }
  const std::string name(program.name);
  out +=
      "\n" + name +
      " COMMAND -h, or help COMMAND, explains a command; --version prints the version.\nhelp man "
      "prints the manual page; help bash, fish or zsh what completes commands and options there.\n";
  return out;
}

// Indents every line after the first one, so that all stand below each other.
std::string Examples(std::string_view lines) {
  std::string out = "example: ";
  for (const char c : lines) out += c == '\n' ? "\n         " : std::string(1, c);
  return out + "\n";
}

std::string CommandHelp(const Program& program, const CommandInfo& command,
                        const Options& options) {
  const std::string name = std::string(program.name) + " " + std::string(command.name);
  return name + ": " + std::string(command.help) + "\n\nusage: " + name + " " + options.Usage() +
         "\n\n" + options.Help(std::min(StdoutTerminal().width, kHelpWidth)) + "\n" +
         Examples(command.example);
}

bool IsHelp(std::string_view argument) { return argument == "-h" || argument == "--help"; }

// Looks for -h before anything is parsed, so that help is there beside arguments that are wrong.
// What follows `--` is never an option.
bool AsksForHelp(const std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::any_of(arguments.begin(), end, IsHelp);
}

Status RunCommand(const Program& program, const CommandInfo& info,
                  const std::vector<std::string>& arguments) {
  // Made before the arguments are known, because the command declares what they may be.
  const std::unique_ptr<Command> command = info.make();
  Options options;
  command->Declare(options);
  if (AsksForHelp(arguments)) {
    Print(CommandHelp(program, info, options));
    return {};
  }
  if (Status status = options.Parse(arguments); !status.ok()) {
    // The help explains options. It is no help with a config file that cannot be read.
    if (status.code() != Code::kUsage) return status;
    return Status(Code::kUsage, status.message() + " (see " + std::string(program.name) + " " +
                                    std::string(info.name) + " -h)");
  }
  return command->Run();
}

Status Dispatch(const Program& program, const std::vector<std::string>& arguments) {
  // Without a command there is no result: the help goes to stderr, and the exit code says so.
  if (arguments.empty()) {
    PrintError(ProgramHelp(program));
    return Status(Code::kUsage, "no command given");
  }
  if (arguments[0] == "--version" || arguments[0] == "version") {
    Print(std::string(program.name) + " " + std::string(kVersion) + " (store format " +
          std::to_string(kFormatVersion) + ")\n");
    return {};
  }
  const bool help = IsHelp(arguments[0]) || arguments[0] == "help";
  if (help && arguments.size() == 1) {
    Print(ProgramHelp(program));
    return {};
  }
  // "help build" is "build -h".
  const std::string& name = arguments[help ? 1 : 0];
  for (const auto& [text, make] : kPrinted) {
    if (!help || name != text) continue;
    Print(make(program));
    return {};
  }
  const CommandInfo* command = FindCommand(program, name);
  if (command == nullptr) {
    const auto& of_other = program.of_other;
    if (std::find(of_other.begin(), of_other.end(), name) != of_other.end())
      return Status(Code::kUsage, "no command '" + name + "' here: it is one of " +
                                      std::string(program.other) + " (see " +
                                      std::string(program.other) + " --help)");
    return Status(Code::kUsage, "no command '" + name + "'" + MeantName(name, NamesOf(program)) +
                                    " (see " + std::string(program.name) + " --help)");
  }
  if (help) return RunCommand(program, *command, {"-h"});
  return RunCommand(program, *command, {arguments.begin() + 1, arguments.end()});
}

// stdout is buffered: a full disk or a closed pipe may show only here.
Status FlushStdout() {
  // ferror() also remembers a write that failed when the buffer was full in between.
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return {};
  return Status(Code::kIo, ErrnoStatus(errno, "cannot write", "standard output").message());
}

}  // namespace

int RunProgram(const Program& program, int argc, char** argv) {
  EndWellWhenExhausted(program.name);
  // argc may be 0, because execve() takes an empty list of arguments.
  Status status = Dispatch(program, {argv + std::min(argc, 1), argv + argc});
  // Results are flushed before the message, so that a terminal shows both in their order. An error
  // of the command itself matters more than one of the flush.
  if (Status written = FlushStdout(); status.ok()) status = written;
  if (status.ok()) return 0;
  PrintError(std::string(program.name) + ": " + status.message() + "\n");
  return static_cast<int>(status.code());
}

Status RunEmbedded(const Program& program, const std::vector<std::string>& arguments,
                   const std::atomic<bool>& stop, std::string* output,
                   const ProgressSink& progress) {
  const Caller caller = {&stop, output, progress ? &progress : nullptr};
  t_caller = &caller;
  Status status = Dispatch(program, arguments);
  t_caller = nullptr;
  return status;
}

const std::atomic<bool>* EmbeddedStop() { return t_caller == nullptr ? nullptr : t_caller->stop; }

const ProgressSink* EmbeddedProgress() {
  return t_caller == nullptr ? nullptr : t_caller->progress;
}

std::string JsonLine(const nlohmann::ordered_json& value) {
  // Text of pages may be malformed. Without this handler the library would throw.
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// Errors are not looked at here, because stdout remembers them for FlushStdout().
void PrintNote(const std::string& line) {
  if (t_caller == nullptr) PrintError("note: " + line + "\n");
}

void Print(std::string_view text) {
  if (t_caller != nullptr) {
    t_caller->output->append(text);
  } else {
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

}  // namespace thresh
