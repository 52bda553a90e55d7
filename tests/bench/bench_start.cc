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

constexpr int kRuns = 61;

struct Run {
  double wall_ms = 0, cpu_ms = 0, peak_mib = 0;
};

double Milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
}

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
  return {took.count(), Milliseconds(usage.ru_utime) + Milliseconds(usage.ru_stime),
          static_cast<double>(usage.ru_maxrss) / 1024};
}

double Median(std::vector<Run> runs, double Run::*of) {
  std::sort(runs.begin(), runs.end(), [of](const Run& a, const Run& b) { return a.*of < b.*of; });
  return runs[runs.size() / 2].*of;
}

}  // namespace

void PrintStart(const std::string& program, const std::string& store, const std::string& query) {
  std::vector<Run> nothing, search;  // the two alternate, so that both meet the same machine
  for (int i = 0; i < kRuns; ++i) {
    nothing.push_back(Once({"true"}));
    search.push_back(Once({program, "search", "--store", store, query}));
  }
  const auto print = [&](const char* what, double Run::*of) {
    const double none = Median(nothing, of), all = Median(search, of);
    std::printf("start, %s: true %.2f ms, search %.2f ms (%.1f x)\n", what, none, all, all / none);
  };
  print("by the clock", &Run::wall_ms);
  print("in CPU time", &Run::cpu_ms);
  std::printf("a search takes %.1f MiB\n", Median(search, &Run::peak_mib));
}

}  // namespace thresh
