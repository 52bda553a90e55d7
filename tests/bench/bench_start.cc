#include "tests/bench/bench_start.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace thresh {
namespace {

constexpr int kRuns = 41;

struct Run {
  double milliseconds = 0, peak_mib = 0;
};

Run Once(std::vector<std::string> command) {
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = vfork();
  if (child == 0) {
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(null, STDOUT_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  return {took.count(), static_cast<double>(usage.ru_maxrss) / 1024};
}

Run Median(const std::vector<std::string>& command) {
  std::vector<Run> runs;
  for (int i = 0; i < kRuns; ++i) runs.push_back(Once(command));
  std::sort(runs.begin(), runs.end(),
            [](const Run& a, const Run& b) { return a.milliseconds < b.milliseconds; });
  return runs[runs.size() / 2];
}

}  // namespace

void PrintStart(const std::string& program, const std::string& store, const std::string& query) {
  const Run nothing = Median({"true"});
  const Run search = Median({program, "search", "--store", store, query});
  std::printf("start: true %.2f ms, search %.2f ms (%.1f x), peak %.1f MiB\n", nothing.milliseconds,
              search.milliseconds, search.milliseconds / nothing.milliseconds, search.peak_mib);
}

}  // namespace thresh
