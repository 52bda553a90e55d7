#include "common/cli/manual.h"

#include "common/base/version.h"

namespace thresh {
namespace {

constexpr std::string_view kEnd =
    R"(.SH ENVIRONMENT
A variable sets an option: THRESH_MEMORY=1G is \-\-memory 1G, with _ for \-. An option on the command
line comes first, then the environment, then the file of \-\-config where a command has one.
.SH EXIT STATUS
.TP
0
ok
.TP
1
a comparison or check failed
.TP
64
an option or a query is not understood
.TP
65
input or store cannot be used
.TP
66
input or store is missing
.TP
70
a bug
.TP
73
the output cannot be created
.TP
74
reading or writing failed, or the disk is full
.TP
75
another writer is at work, or no memory is left
.TP
130
interrupted; the same command goes on
)";

// Text of a paragraph: nothing in it is a request of roff.
std::string Escaped(std::string_view text) {
  std::string out;
  bool begins = true;  // a line
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    begins = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    if (c == '|') out += "\\:";  // a line may end here
  }
  return out;
}

std::string Item(const std::string& left, std::string_view help) {
  return ".TP\n" + left + "\n" + Escaped(help) + "\n";
}

std::string OptionItem(const OptionText& option) {
  std::string left = option.letter.empty() ? "" : "\\fB" + Escaped("-" + option.letter) + "\\fR, ";
  left += "\\fB" + Escaped(option.shown()) + "\\fR";
  if (!option.value_name.empty()) left += " \\fI" + Escaped(option.value_name) + "\\fR";
  return Item(left, option.help);
}

std::string CommandSection(const Program& program, const CommandInfo& command) {
  const std::unique_ptr<Command> made = command.make();
  Options options;
  made->Declare(options);
  const std::string name = std::string(program.name) + " " + std::string(command.name);
  std::string out = ".SS " + Escaped(name) + "\n" + Escaped(command.help) + ".\n.PP\n\\fB" +
                    Escaped(name) + "\\fR " + Escaped(options.Usage()) + "\n";
  if (const OptionText arguments = options.ArgumentsText(); !arguments.name.empty())
    out += Item("\\fI" + Escaped(arguments.name) + "\\fR", arguments.help);
  for (const OptionText& option : options.Texts()) out += OptionItem(option);
  return out + ".PP\nExample:\n.PP\n.EX\n" + Escaped(command.example) + "\n.EE\n";
}

}  // namespace

std::string ManualPage(const Program& program) {
  std::string out = ".TH " + Escaped(program.name) + " 1 \"\" \"thresh " + Escaped(kVersion) +
                    "\"\n.SH NAME\n" + Escaped(program.name) + " \\- " + Escaped(program.help) +
                    "\n.SH SYNOPSIS\n\\fB" + Escaped(program.name) +
                    "\\fR \\fICOMMAND\\fR [options]\n.SH COMMANDS\n";
  for (const CommandInfo& command : program.commands) out += CommandSection(program, command);
  return out + std::string(kEnd);
}

}  // namespace thresh
