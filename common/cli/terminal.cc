#include "common/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "common/base/ascii.h"

namespace thresh {
namespace {

// A narrower terminal has no room for a table, and some pseudo-terminals say that they have none.
constexpr unsigned kLeastWidth = 20;

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

// Reads the environment as setlocale would: the first of the three that is not empty counts. Thresh
// never calls setlocale, because the C library would then format numbers by the locale.
bool IsUtf8Locale() {
  std::string charset;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (charset.empty()) charset = Environment(name);
  }
  charset = LowerAscii(charset);
  return charset.find("utf-8") != std::string::npos || charset.find("utf8") != std::string::npos;
}

Terminal MakeTerminal(int fd) {
  Terminal terminal;
  terminal.interactive = isatty(fd) == 1;
  // A dumb terminal knows no escape sequences.
  const bool able = terminal.interactive && Environment("TERM") != "dumb";
  // NO_COLOR switches style off if it is set and not empty (no-color.org).
  terminal.style = able && Environment("NO_COLOR").empty();
  terminal.bars = able && IsUtf8Locale();
  winsize size{};
  if (terminal.interactive && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= kLeastWidth)
    terminal.width = size.ws_col;
  return terminal;
}

}  // namespace

Terminal StdoutTerminal() { return MakeTerminal(STDOUT_FILENO); }
Terminal StderrTerminal() { return MakeTerminal(STDERR_FILENO); }

}  // namespace thresh
