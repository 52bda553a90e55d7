// Merger: all runs of a build → one segment. k-way merge over the terms, late verdicts and removal
// applied, lengths recomputed; block ids end here. Families are written sorted with SstFileWriter
// and ingested once into a fresh database; then every file is fsynced and hashed.
//
// The content of the segment depends on the pages, the strikes and the options only: not on how the
// pages were cut into runs, and not on threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/base/counters.h"
#include "common/base/status.h"
#include "common/store/store.h"
#include "indexer/merge/verdicts.h"
#include "indexer/strikes.h"

namespace thresh {

struct MergeOptions {
  std::vector<std::string> run_files;  // in run order
  Strikes late;
  RemovalMode removal = RemovalMode::kKeepOne;
  bool anchors = false;  // the field of anchors is made
  std::string analyzer;  // fingerprint, for `meta`
  std::string detector;  // name and parameters, for `meta`
  std::string state;     // encoded DetectorState, for `meta`; empty: none is kept
  unsigned threads = 1;  // 2 or more: text and terms are written side by side
  std::function<void(double done)> progress;  // 0..1, on the caller's thread; may be empty
};

struct MergeResult {
  SegmentEntry segment;  // name empty: the publisher gives it
  Statistics statistics;
  Counters counters;  // tokens and blocks: seen, indexed, template, kept-one, protected
};

// Builds the segment in `directory` (made afresh).
Result<MergeResult> MergeRuns(const MergeOptions& options, const std::string& directory);

}  // namespace thresh
