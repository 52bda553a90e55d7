// THRESH_CHECK: a condition that only a bug of ours can break. It stays in release builds, says
// where, and ends the process with exit code 70 (no core of half-written state: everything
// unpublished lies under work/).
#pragma once

namespace thresh {

[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);

}  // namespace thresh

#define THRESH_CHECK(condition) \
  (static_cast<bool>(condition) ? void(0) : ::thresh::CheckFailed(#condition, __FILE__, __LINE__))
