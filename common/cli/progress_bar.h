// ProgressBar: shows on standard error how far a long command is: on a terminal a bar that is drawn
// anew, elsewhere a line every ten seconds; JSON lines for programs; or nothing. Where the caller
// of an embedded command wants to be told (embedded.h), it gets JSON lines and nothing is shown. A
// command owns one for as long as it works. The destructor clears the bar. Not thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli/embedded.h"
#include "common/cli/terminal.h"

namespace thresh {

class ProgressBar {
 public:
  // The values of an option --progress: auto (bar on a terminal, else plain), bar, plain, json,
  // none.
  static std::vector<std::string> Modes() { return {"auto", "bar", "plain", "json", "none"}; }
  explicit ProgressBar(std::string_view mode);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  // `done` of `all` items, which are called `items`. May be called at any rate.
  void Show(std::uint64_t done, std::uint64_t all, std::string_view items);

 private:
  enum class Mode { kBar, kPlain, kJson, kNone };
  Mode mode_;
  const ProgressSink* const sink_;
  Terminal terminal_;
  std::chrono::steady_clock::time_point start_, last_;
  bool drawn_ = false;
};

}  // namespace thresh
