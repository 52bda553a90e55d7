// Build: inputs → published store. Lock, resume or start afresh, pipeline, merge, publish.
//
// A build is identified by its inputs and by every setting that decides what the store contains.
// The same command continues an interrupted build; on a finished store it builds anew and replaces
// it when it is done. A store of another build is refused unless `replace` is set.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/status.h"
#include "common/cli/options.h"
#include "common/store/store.h"
#include "indexer/build/pipeline.h"
#include "indexer/merge/merger.h"

namespace thresh {

struct BuildOptions {
  std::string store;
  PipelineOptions pipeline;  // `work` is filled in by Build
  std::string detector = "spine";
  DetectorConfig parameters;
  std::string removal = "keep-one";
  bool anchors = false;  // index what pages say about each other
  std::uint64_t memory_bytes = 2ULL << 30;
  bool replace = false;
  bool keep_state = false;      // what the detector knows at the end is stored
  std::string carry_from;       // store whose detector state this build begins with; empty: none
  std::vector<Setting> config;  // the effective configuration, kept in the manifest
};

// What Build tells while it works. `phase` is read, merge or publish.
struct BuildProgress {
  std::string_view phase;
  PipelineProgress pages;
  double done = -1;  // 0..1 of the phase; negative: unknown
};

struct BuildResult {
  Manifest manifest;
  Statistics statistics;
  std::vector<std::string> messages;
  std::uint64_t resumed_pages = 0;  // that an interrupted build had finished
  DetectorMemory detector_memory;
};

// kInterrupted when `stop` was set: what is finished is kept and the message says how to go on.
Result<BuildResult> Build(const BuildOptions& options, const std::atomic<bool>& stop,
                          const std::function<void(const BuildProgress&)>& progress);

}  // namespace thresh
