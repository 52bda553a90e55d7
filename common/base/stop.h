// StopFlag: a flag that another thread, or a signal, sets once to end long work. Whoever works
// looks at it at every page or term, and ends with the status that Going returns. Null: never.
#pragma once

#include <atomic>

#include "common/base/status.h"

namespace thresh {

using StopFlag = const std::atomic<bool>*;

inline bool Stopped(StopFlag stop) { return stop != nullptr && *stop; }

// kInterrupted after the flag was set.
inline Status Going(StopFlag stop) {
  return Stopped(stop) ? Status(Code::kInterrupted, "interrupted") : Status();
}

}  // namespace thresh
