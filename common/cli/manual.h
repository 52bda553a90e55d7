// What a package installs beside a program. All of it is made of the program's own tables, so that
// no flag can be missing.
#pragma once

#include <string>

#include "common/cli/cli.h"

namespace thresh {

// The manual page, for man(1).
std::string ManualPage(const Program& program);

// Scripts that complete commands, options, values that are one of some, and else names of files.
std::string BashCompletion(const Program& program);
std::string FishCompletion(const Program& program);
std::string ZshCompletion(const Program& program);

}  // namespace thresh
