#include <algorithm>

#include "common/cli/manual.h"

namespace thresh {
namespace {

struct CommandText {
  std::string name, help;
  std::vector<OptionText> options;
};

std::vector<CommandText> TextsOf(const Program& program) {
  std::vector<CommandText> commands;
  commands.reserve(program.commands.size());
  for (const CommandInfo& info : program.commands) {
    const std::unique_ptr<Command> command = info.make();
    Options options;
    command->Declare(options);
    commands.push_back({std::string(info.name), std::string(info.help), options.Texts()});
  }
  return commands;
}

std::string Joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string CommandNames(const std::vector<CommandText>& commands) {
  std::string out = "help version";
  for (const CommandText& command : commands) out += " " + command.name;
  return out;
}

// What `help` takes: a command, or what a package installs.
std::string HelpTopics(const std::vector<CommandText>& commands) {
  std::string out = "bash fish man zsh";
  for (const CommandText& command : commands) out += " " + command.name;
  return out;
}

// "thresh-query" as the name of a function.
std::string FunctionName(std::string_view program) {
  std::string name = "_" + std::string(program);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// The first clause of a help, for a line of a list.
std::string Short(std::string_view help) {
  const std::size_t end =
      std::min({help.find(". "), help.find("; "), help.find(" (default"), help.find('\n')});
  return std::string(help.substr(0, end));
}

// Between apostrophes. `apostrophe` is how the shell writes one there; signs of `special` get a
// backslash.
std::string Quoted(std::string_view text, std::string_view apostrophe, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += apostrophe;
    } else {
      out += (special.find(c) == std::string_view::npos ? "" : "\\") + std::string(1, c);
    }
  }
  return out;
}

std::string ZshOption(const OptionText& option, const std::string& dashed) {
  std::string out = "'*" + dashed + "[" + Quoted(Short(option.help), "'\\''", "[]\\:") + "]";
  if (!option.value_name.empty()) {
    out += ":" + Quoted(option.value_name, "'\\''", ":\\") + ":";
    out += option.choices.empty() ? "_files" : "(" + Joined(option.choices) + ")";
  }
  return out + "'";
}

}  // namespace

std::string BashCompletion(const Program& program) {
  const std::vector<CommandText> commands = TextsOf(program);
  std::string flags;
  std::string values = "    \"help help\") words=\"" + HelpTopics(commands) + "\"; value=1 ;;\n";
  for (const CommandText& command : commands) {
    flags += "    " + command.name + ") words=\"--help";
    for (const OptionText& option : command.options) {
      flags += " " + option.shown();
      if (option.value_name.empty()) continue;
      // A value follows: one of some, or nothing, so that bash completes the name of a file.
      values += "    \"" + command.name + " " + option.shown() + "\"";
      if (!option.letter.empty()) values += " | \"" + command.name + " -" + option.letter + "\"";
      values += ") words=\"" + Joined(option.choices) + "\"; value=1 ;;\n";
    }
    flags += "\" ;;\n";
  }
  const std::string name = FunctionName(program.name);
  return "# Completes " + std::string(program.name) + " in bash.\n" + name + R"(() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= value=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W ")" +
         CommandNames(commands) + R"(" -- "$word")
    return
  fi
  # Bash cuts --flag=value into three words.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case "${COMP_WORDS[1]} $before" in
)" + values +
         R"(  esac
  if [[ -z $value && $word == -* ]]; then
    case ${COMP_WORDS[1]} in
)" + flags +
         R"(    esac
  fi
  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F )" +
         name + " " + std::string(program.name) + "\n";
}

std::string FishCompletion(const Program& program) {
  const std::string begin = "complete -c " + std::string(program.name);
  std::string out = "# Completes " + std::string(program.name) + " in fish.\n";
  const std::vector<CommandText> commands = TextsOf(program);
  out += begin + " -f -n __fish_use_subcommand -a 'help version'\n" + begin +
         " -f -n '__fish_seen_subcommand_from help' -a '" + HelpTopics(commands) + "'\n";
  for (const CommandText& command : commands) {
    out += begin + " -f -n __fish_use_subcommand -a " + command.name + " -d '" +
           Quoted(command.help, "\\'", "\\") + "'\n";
    for (const OptionText& option : command.options) {
      out += begin + " -n '__fish_seen_subcommand_from " + command.name + "' -l " + option.name;
      if (!option.letter.empty()) out += " -s " + option.letter;
      if (!option.choices.empty()) out += " -x -a '" + Joined(option.choices) + "'";
      if (!option.value_name.empty() && option.choices.empty()) out += " -r";
      out += " -d '" + Quoted(Short(option.help), "\\'", "\\") + "'\n";
    }
  }
  return out;
}

std::string ZshCompletion(const Program& program) {
  const std::vector<CommandText> commands = TextsOf(program);
  const std::string name = FunctionName(program.name);
  std::string out = "#compdef " + std::string(program.name) + "\n" + name +
                    "() {\n  local -a commands=(\n" +
                    "    'help:how a command is used'\n    'version:which version this is'\n";
  for (const CommandText& command : commands)
    out += "    '" + command.name + ":" + Quoted(command.help, "'\\''", ":\\") + "'\n";
  out +=
      "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n"
      "    help) _arguments '1:topic:(" +
      HelpTopics(commands) + ")' ;;\n";
  for (const CommandText& command : commands) {
    out += "    " + command.name + ") _arguments";
    for (const OptionText& option : command.options) {
      const bool value = !option.value_name.empty();
      out += " \\\n      " + ZshOption(option, option.shown() + (value ? "=" : ""));
      if (!option.letter.empty())
        out += " \\\n      " + ZshOption(option, "-" + option.letter + (value ? "+" : ""));
    }
    out += " \\\n      '*:file:_files' ;;\n";
  }
  // Loaded as the file _thresh-query of $fpath it completes at once; read by `source` it says what
  // it is for.
  const std::string file = "_" + std::string(program.name);
  return out + "  esac\n}\nif [[ $funcstack[1] == " + file + " ]]; then\n  " + name +
         " \"$@\"\nelse\n  compdef " + name + " " + std::string(program.name) + "\nfi\n";
}

}  // namespace thresh
