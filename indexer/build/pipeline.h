// Pipeline: the figure. The only file that knows the order of the stages.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/base/counters.h"
#include "common/base/status.h"
#include "indexer/build/memory_watch.h"
#include "indexer/detect/detector.h"
#include "indexer/page/digest.h"
#include "indexer/run/ledger.h"
#include "indexer/sources/source.h"

namespace thresh {

struct PipelineOptions {
  std::vector<std::string> inputs;
  SourceOptions source;
  DigestOptions digest;
  unsigned threads = 1;  // digest threads
  std::size_t run_bytes = 256u << 20;
  std::size_t queue_bytes = 64u << 20;  // raw pages and digested pages in flight
  bool detect_overlap = true;           // judge and write a run while the next one fills
  std::string work;                     // folder of the build in progress
  bool reads_runs = false;              // of the detector's row: it is given each run
};

// What a progress bar shows while pages stream in.
struct PipelineProgress {
  std::uint64_t pages = 0, bytes = 0, input_done = 0, input_total = 0, skipped = 0,
                template_blocks = 0, runs = 0;
};

struct PipelineResult {
  Strikes late;
  Counters counters;
  std::vector<std::string> messages;  // of the sources
  // CPU by stage; NAME.PART is a part of NAME. `judge` is all that the detector takes, pages and
  // runs; that its thread takes pages from their queue and frees them is `free`.
  std::vector<std::pair<std::string, double>> seconds;
  DetectorMemory detector_memory;
  bool input_changed = false;  // not the pages that the finished runs were made of: start afresh
  bool interrupted = false;    // stopped cleanly; the ledger says where
};

// Reads the inputs from where `ledger` ends, adds runs to it and saves it after each. Returns when
// all pages are in runs, when `stop` was set (interrupted), or with the first error.
Result<PipelineResult> RunPipeline(const PipelineOptions& options, Detector& detector,
                                   Ledger* ledger, const std::atomic<bool>& stop,
                                   const std::function<void(const PipelineProgress&)>& progress);

}  // namespace thresh
