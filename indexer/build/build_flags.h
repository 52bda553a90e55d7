// The flags that the commands share which write a store: what it holds (of `build`; the others take
// it from the store), and how the work is done and shown. A command owns one of each for one run.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "common/cli/cli.h"
#include "common/report/markup.h"
#include "indexer/build/build.h"

namespace thresh {

// What decides the content of a store, besides the crawl.
class ContentFlags {
 public:
  void Declare(Options& options);
  // After the parse.
  Status Fill(BuildOptions* build) const;
  // Sets the flags as they were when the store was built. kUnusable if a flag is not known.
  Status TakeFrom(const Manifest& manifest);
  // What --memory leaves to the detector, where no flag says it. After Fill of MannerFlags.
  void ShareMemory(BuildOptions* build);
  // Name and value of each, for the manifest.
  const std::vector<Setting>& settings() const { return settings_; }

 private:
  std::string detector_ = "spine", removal_ = "keep-one";
  AnalyzerOptions analyzer_;
  std::vector<std::string> parameters_;
  ByteSize max_page_bytes_{8U << 20};
  ByteSize judge_memory_;  // 0: a share of the memory of the build
  std::uint32_t learn_ = 20000;
  bool no_links_ = false, respect_robots_ = false;
  std::vector<Setting> settings_;
};

// How a command says what it has done.
struct ResultTexts {
  std::string (*text)(const BuildResult&, const Terminal&);
  std::string (*json)(const BuildResult&);
  // What it adds to the report of the store, if anything. A dry run writes this alone.
  Markup (*section)(const BuildResult&) = nullptr;
  // What a person must see in any case: lines for standard error.
  std::vector<std::string> (*warnings)(const BuildResult&) = nullptr;
};

// Threads, memory, progress and reports.
class MannerFlags {
 public:
  void Declare(Options& options);
  Status Fill(BuildOptions* build);
  // Runs the build with progress and a clean stop at a signal, and prints what it has done. With
  // --report the store's own report is written as well.
  Status Run(const BuildOptions& build, const ResultTexts& texts) const;

 private:
  void ShareMemory(BuildOptions* build);
  Status WriteReport(const BuildOptions& build, const Markup& section) const;

  std::string report_, parser_ = "auto", overlap_ = "on", progress_ = "auto";
  ByteSize memory_{2ULL << 30};
  ByteSize run_memory_, queue_memory_, parse_memory_;  // 0: a share of memory_
  std::uint32_t threads_ = 0, cpu_ms_ = ParseLimits().cpu_ms, check_every_ = 0;
  bool quiet_ = false, json_ = false;
};

// From now on the first SIGINT, SIGTERM or SIGHUP only sets the flag that comes back, so that a
// command can stop cleanly. The second one ends the process. Inside another process
// (common/cli/embedded.h) the flag is that of the caller, and signals stay as they are.
const std::atomic<bool>& StopOnSignals();

// Standard input has no name, and a store is identified by those of its inputs.
Status CheckName(const std::vector<std::string>& inputs, const std::string& name);

}  // namespace thresh
