#include "common/cli/progress_bar.h"

#include <algorithm>
#include <cstdio>

#include "common/cli/table.h"

namespace thresh {
namespace {

constexpr double kBarInterval = 0.1;  // seconds
constexpr double kLineInterval = 10;  // seconds: lines end in logs, so few of them
constexpr std::size_t kBarCells = 24;

double SecondsSince(std::chrono::steady_clock::time_point from) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

// In one piece and flushed: the lines of two processes must not mix.
void Write(const std::string& text, const ProgressSink* sink = nullptr) {
  if (sink != nullptr) return (*sink)(text);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string Line(double share, std::uint64_t done, double seconds, std::string_view items) {
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  // Cut and not rounded, so that 100 % does not appear early.
  std::string line = Thousands(done) + " " + std::string(items) + "  " +
                     Thousands(static_cast<std::uint64_t>(rate)) + "/s  " +
                     std::to_string(static_cast<int>(share * 100)) + " %";
  // At the very beginning the speed so far says little.
  if (share >= 0.02 && seconds >= 1)
    line += "  " + Decimal(seconds * (1 - share) / share, 0) + " s left";
  return line;
}

}  // namespace

ProgressBar::ProgressBar(std::string_view mode)
    : mode_(Mode::kNone),
      sink_(EmbeddedProgress()),
      terminal_(StderrTerminal()),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {
  if (mode == "auto") mode_ = terminal_.interactive ? Mode::kBar : Mode::kPlain;
  if (mode == "bar") mode_ = Mode::kBar;
  if (mode == "plain") mode_ = Mode::kPlain;
  if (mode == "json" || sink_ != nullptr) mode_ = Mode::kJson;
}

ProgressBar::~ProgressBar() {
  if (drawn_) Write("\r\033[K");
}

void ProgressBar::Show(std::uint64_t done, std::uint64_t all, std::string_view items) {
  if (mode_ == Mode::kNone || all == 0) return;
  const bool often = mode_ == Mode::kBar || sink_ != nullptr;
  if (SecondsSince(last_) < (often ? kBarInterval : kLineInterval) && !(sink_ && done == all))
    return;
  last_ = std::chrono::steady_clock::now();
  const double seconds = SecondsSince(start_);
  const double share = static_cast<double>(done) / static_cast<double>(all);
  if (mode_ == Mode::kJson)
    return Write("{\"seconds\":" + std::to_string(seconds) + ",\"" + std::string(items) +
                     "\":" + std::to_string(done) + ",\"done\":" + std::to_string(share) + "}\n",
                 sink_);
  std::string line = Line(share, done, seconds, items);
  if (mode_ == Mode::kPlain) return Write(line + "\n");
  const auto full = std::min(static_cast<std::size_t>(share * kBarCells), kBarCells);
  line = "[" + std::string(full, '#') + std::string(kBarCells - full, '.') + "] " + line;
  // One column stays free: a full line would wrap, and the next bar would not overwrite it.
  if (line.size() >= terminal_.width) line.resize(terminal_.width - 1);
  drawn_ = true;
  // `ESC [K` erases what a longer bar left behind.
  Write("\r" + line + "\033[K");
}

}  // namespace thresh
