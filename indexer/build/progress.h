// Progress: what a person sees while a build works, on stderr. A bar that is redrawn on a terminal,
// a line every ten seconds otherwise, JSON lines for programs, or nothing.
#pragma once

#include <chrono>
#include <string>

#include "common/cli/cli.h"
#include "indexer/build/build.h"

namespace thresh {

class ProgressPrinter {
 public:
  // `mode`: auto, bar, plain, json, none.
  explicit ProgressPrinter(const std::string& mode);
  ~ProgressPrinter();  // clears the bar
  void Show(const BuildProgress& progress);

 private:
  enum class Mode { kBar, kPlain, kJson, kNone };
  std::string Line(const BuildProgress& progress, double seconds) const;
  std::string Json(const BuildProgress& progress, double seconds) const;
  void Bar(const BuildProgress& progress, double seconds);

  Mode mode_;
  Terminal terminal_;
  std::chrono::steady_clock::time_point start_, last_;
  std::string phase_;
  bool drawn_ = false;
};

}  // namespace thresh
