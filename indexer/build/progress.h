// ProgressPrinter: shows on standard error how far a build is. On a terminal a bar that is redrawn,
// otherwise a line every ten seconds and at each new phase; JSON lines for programs; or nothing.
// The caller of an embedded command (embedded.h) gets JSON lines and nothing is shown.
//
// The build command owns it for one build. Not thread-safe: Build calls Show on the caller's
// thread.
#pragma once

#include <chrono>
#include <string>

#include "common/cli/cli.h"
#include "common/cli/embedded.h"
#include "indexer/build/build.h"

namespace thresh {

class ProgressPrinter {
 public:
  // `mode`: auto, bar, plain, json or none. Any other mode prints nothing.
  explicit ProgressPrinter(const std::string& mode);
  ~ProgressPrinter();  // clears the bar
  // May be called at any rate: draws only when the next bar or line is due.
  void Show(const BuildProgress& progress);

 private:
  enum class Mode { kBar, kPlain, kJson, kNone };
  std::string Line(const BuildProgress& progress, double seconds) const;
  std::string Json(const BuildProgress& progress, double seconds) const;
  void Bar(const BuildProgress& progress, double seconds);

  Mode mode_;
  const ProgressSink* const sink_;
  Terminal terminal_;
  std::chrono::steady_clock::time_point start_, last_;
  std::string phase_;
  bool drawn_ = false;
};

}  // namespace thresh
