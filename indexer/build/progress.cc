#include "indexer/build/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "common/cli/table.h"

namespace thresh {
namespace {

constexpr double kBarInterval = 0.1;  // seconds
constexpr double kLineInterval = 10;  // seconds: lines end in logs, so few of them
constexpr std::size_t kBarCells = 24;

double SecondsBetween(std::chrono::steady_clock::time_point from,
                      std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::string ClockText(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  // Adds 100 and drops the first digit, which leaves two digits with a leading zero.
  const std::string rest = std::to_string(100 + whole % 60).substr(1);
  return std::to_string(whole / 60) + ":" + rest;
}

// Empty at the very beginning, when the speed so far says little.
std::string EtaText(const BuildProgress& p, double seconds) {
  if (p.done < 0.02 || seconds < 1) return "";
  return "  ETA " + ClockText(seconds * (1 - p.done) / p.done);
}

std::string Cells(double done) {
  const auto full =
      static_cast<std::size_t>(std::clamp(done, 0.0, 1.0) * static_cast<double>(kBarCells));
  return "[" + std::string(full, '#') + std::string(kBarCells - full, '.') + "]";
}

// In one piece and flushed: the lines of two processes must not mix.
void Write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressPrinter::ProgressPrinter(const std::string& mode)
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

ProgressPrinter::~ProgressPrinter() {
  if (drawn_) Write("\r\033[K");
}

void ProgressPrinter::Show(const BuildProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  const bool often = mode_ == Mode::kBar || sink_ != nullptr;
  const double interval = often ? kBarInterval : kLineInterval;
  const bool new_phase = phase_ != progress.phase;
  // A new phase gets a line at once. The first one does not: a short build would print a line of
  // zeros.
  const bool due = SecondsBetween(last_, now) >= interval || (new_phase && !phase_.empty());
  phase_ = progress.phase;
  if (mode_ == Mode::kNone || !due) return;
  last_ = now;
  const double seconds = SecondsBetween(start_, now);
  if (mode_ == Mode::kBar) return Bar(progress, seconds);
  if (sink_ != nullptr) return (*sink_)(Json(progress, seconds));
  if (mode_ == Mode::kJson) return Write(Json(progress, seconds) + "\n");
  // Of a short phase this is the only line, which would look as if the phase had stopped there.
  BuildProgress told = progress;
  if (new_phase) told.done = -1;
  Write(Line(told, seconds) + "\n");
}

std::string ProgressPrinter::Line(const BuildProgress& p, double seconds) const {
  std::string line =
      std::string(p.phase) + "  " + Thousands(p.pages.pages) + " " + std::string(p.unit);
  // The number of pages stands still after reading, so a later phase has no speed in pages.
  const bool reads = p.phase != "merge" && p.phase != "publish";
  if (reads && seconds > 0) {
    line += "  " +
            Thousands(static_cast<std::uint64_t>(static_cast<double>(p.pages.pages) / seconds)) +
            "/s  " + Decimal(static_cast<double>(p.pages.bytes) / seconds / 1e6, 1) + " MB/s";
  }
  if (p.pages.skipped > 0) line += "  " + Thousands(p.pages.skipped) + " skipped";
  if (p.pages.template_blocks > 0)
    line += "  " + Thousands(p.pages.template_blocks) + " template blocks";
  // Cut and not rounded, so that 100 % does not appear early.
  if (p.done >= 0) line += "  " + std::to_string(static_cast<int>(p.done * 100)) + " %";
  if (reads) line += EtaText(p, seconds);
  return line;
}

std::string ProgressPrinter::Json(const BuildProgress& p, double seconds) const {
  nlohmann::ordered_json json;
  json["phase"] = p.phase;
  json["seconds"] = seconds;
  json[std::string(p.unit)] = p.pages.pages;
  json["bytes"] = p.pages.bytes;
  json["skipped"] = p.pages.skipped;
  json["template_blocks"] = p.pages.template_blocks;
  json["runs"] = p.pages.runs;
  if (p.done >= 0) json["done"] = p.done;
  std::string line = JsonLine(json);
  while (line.ends_with('\n')) line.pop_back();
  return line;
}

void ProgressPrinter::Bar(const BuildProgress& p, double seconds) {
  std::string line = Line(p, seconds);
  if (p.done >= 0) line = Cells(p.done) + " " + line;
  // One column stays free: a full line would wrap, and the next bar would not overwrite it.
  if (line.size() >= terminal_.width) line.resize(terminal_.width - 1);
  drawn_ = true;
  // `ESC [K` erases what a longer bar left behind.
  Write("\r" + line + "\033[K");
}

}  // namespace thresh
