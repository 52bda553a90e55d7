// Terminal: what stdout or stderr can show. Whatever prints for people takes one as an argument, so
// that tests and pipes get plain text. A value; the functions read the environment and ask the
// terminal for its size at every call, from any thread.
#pragma once

#include <cstddef>

namespace thresh {

struct Terminal {
  bool interactive = false;  // a terminal, not a pipe or a file
  bool style = false;        // bold may be used: TERM is not `dumb` and NO_COLOR is not set
  bool bars = false;         // block elements may be drawn: TERM is not `dumb`, the locale is UTF-8
  std::size_t width = 80;    // columns
};
Terminal StdoutTerminal();
Terminal StderrTerminal();

}  // namespace thresh
