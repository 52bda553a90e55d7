// THRESH_CHECK(condition): a condition that only a bug of Thresh can break. All code uses it;
// errors of input, files and flags are a Status instead (status.h). It stays in release builds. If
// the condition is false, it prints the condition and its place and ends the process with exit code
// 70, from any thread. Nothing is lost but the run in progress: what is not published lies under
// work/.
#pragma once

namespace thresh {

[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);

}  // namespace thresh

#define THRESH_CHECK(condition) \
  (static_cast<bool>(condition) ? void(0) : ::thresh::CheckFailed(#condition, __FILE__, __LINE__))
