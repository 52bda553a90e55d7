// Pipeline: pages in, judged runs on disk out. pipeline.cc is the only file that knows the order of
// the stages; stages.h has the stages themselves. Used by Build, once for each build.
//
// A bad page is counted and the pipeline goes on. An error of a stage ends all stages.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/counters.h"
#include "common/base/status.h"
#include "indexer/build/feed_plan.h"
#include "indexer/build/memory_watch.h"
#include "indexer/build/store_source.h"
#include "indexer/detect/site_judge.h"
#include "indexer/page/digest.h"
#include "indexer/page_order.h"
#include "indexer/run/ledger.h"
#include "indexer/sources/source.h"

namespace thresh {

// What a store was told about folders when it was built. An update reads folders in the same way,
// as far as it is not told otherwise. The address is for folders of these names alone: a folder of
// another name is another site.
struct KnownFolders {
  std::vector<std::string> names;
  std::string base_url;
  std::vector<std::string> include, exclude;
};

struct PipelineInput {
  std::vector<std::string> crawls;
  SourceOptions source;
  KnownFolders known;
  std::vector<StoreInput> stores;
  FeedRules feed;  // which sites of the stores are read
};

struct PipelineOptions {
  PipelineInput input;
  DigestOptions digest;
  unsigned threads = 1;  // that digest pages
  std::size_t run_bytes = 256u << 20;
  std::size_t queue_bytes = 64u << 20;  // each of the three queues of pages holds half of this
  bool detect_overlap = true;           // judge and write a run while the next one fills
  GoneRules gone;
  std::uint32_t learn_pages = 0;  // sites of more pages are learnt from that many; 0: none is
  std::string learn_host;         // the site whose model is wanted, and nothing else
  std::string work;               // folder of the build in progress
};

// What a progress display shows while pages stream in.
struct PipelineProgress {
  std::uint64_t pages = 0, bytes = 0, input_done = 0, input_total = 0, skipped = 0,
                template_blocks = 0, runs = 0;
};

struct PipelineResult {
  PageOrder order;  // of the pages in all runs
  std::vector<PackedStrikes>
      late;           // by numbers of arrival, of sites that were judged at the end of the input
  std::string model;  // of `learn_host`; empty if the crawl has no such site
  std::map<SiteId, std::uint32_t> sampled;  // and the size of the samples
  Counters counters;
  std::vector<std::string> messages;  // of the sources and of the detector
  // CPU time by stage. NAME.PART is a part of NAME. `judge` is all time of the detector, for pages
  // and for runs. `free` is the time its thread takes to fetch pages and to free them.
  std::vector<std::pair<std::string, double>> seconds;
  DetectorMemory detector_memory;
  // The input does not begin with the pages of the finished runs: discard them and start anew.
  bool input_changed = false;
  // Hosts whose sites are written anew: all that the stores have of them is in the runs.
  HostSet written;
  HostSet named;             // hosts of FeedRules::touched that the crawl has named
  bool lost = false;         // something of the crawl could not be read
  bool interrupted = false;  // `stop` was set; the ledger has the finished runs
};

// Reads the inputs from where `ledger` ends. Adds each run to the ledger and saves it when the run
// is on disk. Returns when all pages are in runs, when `stop` was set, when the input has changed,
// or with the first error. Calls `progress` on the calling thread; it may be empty.
Result<PipelineResult> RunPipeline(const PipelineOptions& options, SiteJudge& detector,
                                   Ledger* ledger, const std::atomic<bool>& stop,
                                   const std::function<void(const PipelineProgress&)>& progress);

}  // namespace thresh
