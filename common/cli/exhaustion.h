// What both programs do when the system has no more to give. RunProgram() calls this once, before
// anything else.
//
// A file that may not grow (ulimit -f) is an I/O error of the write, as a full disk is, and no
// signal. Without memory or threads a program cannot go on: it prints one line and ends with exit
// code 75, from any thread. Nothing is lost but the run in progress, as after a kill. The same
// holds where a library asserts that it got memory. Any other exception that nobody catches and any
// other failed assertion is a bug and aborts.
#pragma once

#include <string_view>

namespace thresh {

// `program` stands at the beginning of the line and must live as long as the process.
void EndWellWhenExhausted(std::string_view program);

}  // namespace thresh
