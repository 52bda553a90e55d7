// RunInterruptibly: work of the C++ side that Ctrl-C ends.
#pragma once

#include <atomic>
#include <functional>

#include "common/base/status.h"

namespace thresh {

// Runs `work` on a thread of its own, while the interpreter is free for other threads and the
// calling thread looks for signals twenty times a second. `look`, if it is not empty, is called as
// often with the interpreter's lock. After Ctrl-C, or if `look` throws a Python error, `stop`
// becomes true, and that error is raised once `work` has returned, whatever it returns. Any other
// failure raises by its code. REQUIRES: the caller has the interpreter's lock.
void RunInterruptibly(const std::function<Status(const std::atomic<bool>& stop)>& work,
                      const std::function<void()>& look = {});

}  // namespace thresh
