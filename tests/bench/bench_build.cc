// thresh-bench FOLDER: CPU seconds of gumbo alone, of each stage and of whole builds over the pages
// of a folder, wall time with 1 and 2 threads, and peak memory. Every build runs in a process of
// its own, so that its CPU and memory are those of wait4(). docs/PERFORMANCE.md holds what it
// printed.
#include <gumbo.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "common/base/files.h"
#include "common/base/memory.h"
#include "indexer/build/build.h"

namespace thresh {
namespace {

constexpr int kRepeats = 3;

struct Usage {
  double cpu = 0, wall = 0, peak_mib = 0;
  bool ok = false;
};

double Seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
}

// Runs `work` in a child; its resource usage.
Usage InChild(const std::function<bool()>& work) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  return {Seconds(usage.ru_utime) + Seconds(usage.ru_stime), wall.count(),
          static_cast<double>(usage.ru_maxrss) / 1024,
          WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

using Work = std::function<bool()>;

// Of each work the run with the median CPU time. They take turns: a machine that gets slower
// meanwhile slows all of them.
std::vector<Usage> Medians(const std::vector<Work>& works) {
  std::vector<std::vector<Usage>> runs(works.size());
  for (int i = 0; i < kRepeats; ++i) {
    for (std::size_t w = 0; w < works.size(); ++w) runs[w].push_back(InChild(works[w]));
  }
  std::vector<Usage> medians;
  for (std::vector<Usage>& of_work : runs) {
    std::sort(of_work.begin(), of_work.end(),
              [](const Usage& a, const Usage& b) { return a.cpu < b.cpu; });
    medians.push_back(of_work[of_work.size() / 2]);
  }
  return medians;
}

bool ForEachPage(const std::string& folder, const std::function<void(const RawPage&)>& f) {
  Result<std::unique_ptr<Source>> source = OpenSource(folder, SourceOptions());
  if (!source.ok()) return false;
  for (RawPage page;;) {
    const Result<bool> more = (*source)->Next(&page);
    if (!more.ok()) return false;
    if (!more.value()) return true;
    f(page);
  }
}

// gumbo as anybody would call it: its own allocator, the output destroyed.
bool ParseAlone(const std::string& folder) {
  return ForEachPage(folder, [](const RawPage& page) {
    GumboOptions options = kGumboDefaultOptions;
    options.max_errors = 0;
    GumboOutput* output = gumbo_parse_with_options(&options, page.bytes.data(), page.bytes.size());
    gumbo_destroy_output(&options, output);
  });
}

struct Row {
  const char* detector;
  ParserChoice parser;
  unsigned threads;
};
constexpr Row kRows[] = {
    {"spine", ParserChoice::kAuto, 1},   {"spine", ParserChoice::kAuto, 2},
    {"spine", ParserChoice::kGumbo, 1},  {"none", ParserChoice::kAuto, 1},
    {"none", ParserChoice::kAuto, 2},    {"bsc_wfc", ParserChoice::kAuto, 1},
    {"bsc_wfc", ParserChoice::kAuto, 2},
};

bool BuildStore(const std::string& folder, const Row& row, bool print_stages) {
  // As the program does, and in a process of its own.
  ReturnLargeBlocks();
  ShareArenas(row.threads);
  BuildOptions options;
  options.store =
      std::filesystem::temp_directory_path() / ("thresh-bench-" + std::to_string(getpid()));
  options.detector = row.detector;
  options.pipeline.input.crawls = {folder};
  options.pipeline.threads = row.threads;
  options.pipeline.digest.reader.parser = row.parser;
  const std::atomic<bool> stop{false};
  const Result<BuildResult> result = Build(options, stop, {});
  const Status removed = RemoveTree(options.store);
  if (!result.ok()) std::fprintf(stderr, "%s\n", result.status().message().c_str());
  if (!result.ok() || !removed.ok()) return false;
  if (!print_stages) return true;
  std::printf("stages of a build with %s, %u thread (CPU seconds)\n", row.detector, row.threads);
  for (const auto& [name, seconds] : result.value().manifest.seconds) {
    std::printf("  %-18s %8.3f\n", name.c_str(), seconds);
  }
  std::fflush(stdout);
  return true;
}

int Bench(const std::string& folder) {
  bool all = InChild([&] { return BuildStore(folder, kRows[0], true); }).ok;
  std::vector<Work> works = {[&] { return ForEachPage(folder, [](const RawPage&) {}); },
                             [&] { return ParseAlone(folder); }};
  for (const Row& row : kRows) {
    works.emplace_back([&] { return BuildStore(folder, row, false); });
  }
  const std::vector<Usage> medians = Medians(works);
  const double gumbo = medians[1].cpu - medians[0].cpu;
  std::printf("%-34s %8.2f CPU s\n", "gumbo parse alone", gumbo);
  std::printf("%-34s %8s %8s %8s %8s\n", "build", "CPU s", "x gumbo", "wall s", "MiB");
  auto usage = medians.begin() + 2;
  for (const Row& row : kRows) {
    const Usage& u = *usage++;
    const std::string name = std::string(row.detector) + ", " + std::to_string(row.threads) +
                             (row.threads == 1 ? " thread" : " threads") +
                             (row.parser == ParserChoice::kGumbo ? ", --parser gumbo" : "");
    std::printf("%-34s %8.2f %8.3f %8.2f %8.0f\n", name.c_str(), u.cpu, u.cpu / gumbo, u.wall,
                u.peak_mib);
    all = all && u.ok;
  }
  return all && medians[1].ok ? 0 : 1;
}

}  // namespace
}  // namespace thresh

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: thresh-bench FOLDER\n");
    return 64;
  }
  return thresh::Bench(argv[1]);
}
