// MergeRuns: all runs of a build into one segment. It decides the verdicts (verdicts.h), then
// merges texts, records and terms, leaves struck words out, and counts lengths and statistics
// again. A build calls it once, after the last run.
//
// The content of the segment depends on the pages, the strikes and the options only. In what order
// the pages came, how they were cut into runs, and the number of threads change nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/base/counters.h"
#include "common/base/status.h"
#include "common/base/stop.h"
#include "common/store/site_model.h"
#include "common/store/store.h"
#include "indexer/merge/verdicts.h"
#include "indexer/page_order.h"
#include "indexer/segment/segment_writer.h"
#include "indexer/strikes.h"

namespace thresh {

struct MergeOptions {
  std::vector<std::string> run_files;    // in run order
  PageOrder order;                       // of all pages in the runs
  std::vector<const Segment*> segments;  // of all stores that go in, as StoredPlace counts them
  std::vector<PackedStrikes> late;       // by numbers of arrival
  RemovalMode removal = RemovalMode::kKeepOne;
  bool links = true;              // give pages anchors and priors by the links of their site
  std::string analyzer;           // fingerprint, for `meta`
  std::string detector;           // name and parameters, for `meta`
  std::vector<SiteModel> models;  // by which sites were judged, by host
  SegmentWriter::Packing packing = SegmentWriter::Packing::kTight;
  unsigned threads = 1;                       // 2 or more: text and terms are written side by side
  std::function<void(double done)> progress;  // 0..1, on the caller's thread; may be empty
  StopFlag stop = nullptr;                    // ends the merge with kInterrupted
};

struct MergeResult {
  SegmentEntry segment;  // name empty: the publisher gives it
  Statistics statistics;
  std::vector<SiteRecord> sites;
  Counters counters;  // of anchors
};

// What a manifest counts of the words and blocks of a store.
Counters CountersOf(const Statistics& statistics);

// Builds the segment in `directory`, which is emptied first. Files whose names begin with it and a
// hyphen may stand beside it until the merge has ended.
Result<MergeResult> MergeRuns(const MergeOptions& options, const std::string& directory);

}  // namespace thresh
