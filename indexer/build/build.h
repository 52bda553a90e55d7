// Build: inputs in, a published store out. Used by `thresh-index build` and by the commands that
// change a store: they differ in what goes in besides the crawl. It locks the store, resumes or
// starts anew, runs the pipeline, merges its runs into one segment and publishes that segment
// beside those that the store has. Sites that are in the new segment are masked in the old ones
// (feed_plan.h says which). Where nothing changes, only the history of the pages is published.
//
// A build is identified by its inputs and by every setting that decides what the store holds. The
// same build again continues one that was interrupted; on a finished store it starts anew and
// replaces the store at its end. A store of another build is refused unless `replace` is set.
//
// Call it on a thread of its own choice; it starts threads and joins them all before it returns.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/cli/options.h"
#include "common/store/site_model.h"
#include "common/store/store.h"
#include "indexer/build/pipeline.h"
#include "indexer/merge/merger.h"

namespace thresh {

// How a store is changed. A build of a new store changes nothing: it begins with an empty one.
struct UpdateOptions {
  bool live = false;               // the store stays, and the crawl comes in
  std::vector<std::string> parts;  // other stores, whose pages come in
  LeftOut left_out;                // pages of the store that go
  GoneRules gone;
  bool rejudge = false;  // all sites, also if the crawl changes nothing
  bool compact = false;  // join segments, also if the crawl changes nothing
  std::uint64_t most_segments = FeedRules::kMostSegments;
  bool dry_run = false;  // publish nothing
};

struct BuildOptions {
  std::string store;
  PipelineOptions pipeline;  // Build fills in `work` and the segmentation
  std::string detector = "spine";
  DetectorConfig parameters;
  std::string removal = "keep-one";
  std::vector<SiteModel> models;  // sites with these hosts are judged by them
  bool links = true;              // index what pages say about each other, and rank by it
  std::string model_file;  // write the model of pipeline.learn_host there, and publish nothing
  std::uint64_t memory_bytes = 2ULL << 30;
  std::uint64_t judge_bytes = 0;  // JudgeRoom::judge_bytes
  bool replace = false;
  bool empty_ok = false;  // publish a store without a page if the crawl has none
  UpdateOptions update;
  std::vector<Setting> config;  // the effective configuration, kept in the manifest
};

// For all that is neither a run, a queue nor a parser.
inline constexpr std::uint64_t kOtherMemory = 64U << 20;

// What the progress display shows.
struct BuildProgress {
  std::string_view phase;  // read, merge or publish
  PipelineProgress pages;
  double done = -1;  // the share of the phase that is done, 0 to 1; negative: unknown
  std::string_view unit = "pages";
};

struct BuildResult {
  Manifest manifest;
  Statistics statistics;
  UpdateReport update;
  SiteModel model;                    // that was written
  std::vector<std::string> messages;  // of the sources
  std::vector<std::string> cut_off;   // hosts of which no page went, as the crawl was not whole
  std::uint64_t resumed_pages = 0;    // finished by an earlier build that was interrupted
  DetectorMemory detector_memory;
};

// Calls `progress` on the calling thread, about ten times a second; it may be empty.
// Returns kInterrupted soon after `stop` was set. The finished runs stay in the store's work folder
// and the message says how to continue. Other errors leave the earlier store as it was.
Result<BuildResult> Build(const BuildOptions& options, const std::atomic<bool>& stop,
                          const std::function<void(const BuildProgress&)>& progress);

}  // namespace thresh
