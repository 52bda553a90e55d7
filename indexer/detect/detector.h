// Detector: decides which blocks of a site's pages are template. It never deletes: it says strikes,
// and the merge alone turns strikes into verdicts. A build shows it the pages through a SiteJudge
// (site_judge.h). Not thread-safe.
//
// The owner calls, in input order: Observe for every page of the first run, EndOfRun, Observe for
// every page of the second run, EndOfRun, and so on; Conclude once when the input has ended, after
// the last EndOfRun.
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
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "common/base/status.h"
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
};

class SiteJudge;  // site_judge.h

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
  // It looks at texts as wholes and never at their words: pages of a store need not be cut into
  // words for it.
  bool texts_only = false;
  // Evidence of one site decides on another one: one detector sees all sites.
  bool across_sites = false;
  // A large site may be judged by a sample of its pages (SiteJudge::Learn).
  bool learns = false;
  // What judging a site takes, in percent of the bytes of its page rows: the most that was
  // measured, and some more.
  std::uint32_t judge_percent = 25;
  // Where a parameter turns `per_run` off; else null.
  bool (*counts_sites)(const DetectorConfig&) = nullptr;
  // A SiteJudge of the method's own; null: its pages are replayed.
  std::unique_ptr<SiteJudge> (*judge)(const DetectorConfig&, std::size_t memory_bytes) = nullptr;

  std::span<const DetectorParameter> parameters() const {
    return parameter_table != nullptr ? parameter_table() : std::span<const DetectorParameter>();
  }
  Segmentation SegmentationFor(const DetectorConfig& config) const {
    return choose != nullptr ? choose(config) : segmentation;
  }
  bool CountsRuns(const DetectorConfig& config) const {
    return per_run && (counts_sites == nullptr || !counts_sites(config));
  }
  // It sees the pages of a site again when the input has ended (replay.h).
  bool Replays(const DetectorConfig& config) const {
    return judge == nullptr && !CountsRuns(config);
  }
};

// Of everything that detectors log. A build that another version left half done starts over.
inline constexpr std::uint32_t kDetectorLogVersion = 5;

std::span<const DetectorInfo> DetectorTable();            // registry.cc
const DetectorInfo* FindDetector(std::string_view name);  // null: no such detector
Status NoDetector(std::string_view name);                 // kUsage, with the nearest name
// The line in `meta` that names the detector and the parameters that were set.
std::string DetectorLine(const DetectorInfo& info, const DetectorConfig& config);

}  // namespace thresh
