// Detector: decides which blocks of a site's pages are template. It never deletes: it says strikes,
// and the merge alone turns strikes into verdicts. A build makes one detector, the pipeline's judge
// thread calls it and nobody else does. Not thread-safe.
//
// The owner calls, in input order: Observe for every page of the first run, EndOfRun, Observe for
// every page of the second run, EndOfRun, and so on; Conclude once when the input has ended, after
// the last EndOfRun. Pages wait in a queue while a detector works, so strikes never depend on time.
//
// The fold decides who a page is: its DocId, its site and whether it repeats an earlier page of its
// site. A detector takes that from Arrival and keeps no second account of it. A duplicate page must
// add no support. What a detector says of its blocks is ignored: it shares the verdicts of the
// first copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "indexer/detect/parameters.h"
#include "indexer/page/digest.h"
#include "indexer/records.h"
#include "indexer/run/run.h"
#include "indexer/strikes.h"

namespace thresh {

class Detector {
 public:
  virtual ~Detector() = default;
  virtual void Observe(const Page& page, const Arrival& arrival) = 0;

  // Only a method whose row says `reads_runs` is given runs. Called after the last Observe of the
  // run and right before its EndOfRun. `run` is valid during the call only.
  virtual void ReadRun(const Run&) {}
  // The run is full or the input has ended. Returns the strikes that are certain by now: blocks of
  // any page so far, each block once in all strikes of a build.
  virtual Strikes EndOfRun() = 0;
  // The input has ended. Returns all strikes that are left; the detector is done.
  virtual Strikes Conclude() = 0;

  virtual std::size_t bytes() const = 0;  // counted against --memory; asked every few pages

  // The state that an interrupted build goes on with: saved after EndOfRun, restored before the
  // first Observe of the resumed build. A detector that judges each run by itself has none. Sites
  // and documents have the same numbers in the resumed build. RestoreState returns false if the
  // bytes are not SaveState's; the detector is of no use then.
  virtual std::string SaveState() const { return {}; }
  [[nodiscard]] virtual bool RestoreState(std::string_view) { return true; }
};

// A row of the registry.
struct DetectorInfo {
  std::string_view name;
  std::string_view help;                                    // one line
  std::string_view source;                                  // in the literature
  Segmentation segmentation = Segmentation::kLayoutBlocks;  // what digest must do for it
  std::unique_ptr<Detector> (*make)(const DetectorConfig&) = nullptr;
  // What `make` reads from the configuration; null if it reads nothing. Two rows may have the same
  // keys.
  std::span<const DetectorParameter> (*parameter_table)() = nullptr;
  // The segmentation where a parameter decides it; else null.
  Segmentation (*choose)(const DetectorConfig&) = nullptr;
  // Paper mode: support is counted in each run by itself, so verdicts depend on --run-memory.
  bool per_run = false;
  // ReadRun is called. Only bsc_wfc reads runs, so all others are not asked to take one.
  bool reads_runs = false;
  // Its state, never empty, names no page and no site by number: the build of a later crawl may
  // begin with it.
  bool carries = false;

  std::span<const DetectorParameter> parameters() const {
    return parameter_table != nullptr ? parameter_table() : std::span<const DetectorParameter>();
  }
  Segmentation SegmentationFor(const DetectorConfig& config) const {
    return choose != nullptr ? choose(config) : segmentation;
  }
};

std::span<const DetectorInfo> DetectorTable();            // registry.cc
const DetectorInfo* FindDetector(std::string_view name);  // null: no such detector

}  // namespace thresh
