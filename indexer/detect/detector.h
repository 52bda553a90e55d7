// Detector: decides which blocks are template. It never deletes: one place, the merger, strikes
// postings.
//
// The owner calls, in input order: Observe(page) for every page of run 0, Judge(run 0), Observe for
// every page of run 1, ... and Conclude() once at the end. Pages and runs arrive on one thread;
// while a run is judged the next one fills elsewhere, so pages wait in a queue and verdicts never
// depend on timing.
//
// A block of a duplicate page (RunBlockInfo::duplicate) must add no support; what a detector says
// of it is ignored: it shares the verdicts of the first copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "indexer/page/digest.h"
#include "indexer/records.h"
#include "indexer/run/run.h"
#include "indexer/strikes.h"

namespace thresh {

class Detector {
 public:
  virtual ~Detector() = default;
  virtual void Observe(const Page& page, DocId doc) = 0;  // every page, in input order
  virtual Strikes Judge(
      const Run& run) = 0;             // run full or input ended: which of its blocks are template
  virtual LateStrikes Conclude() = 0;  // input ended: blocks of earlier runs, applied by the merger
  virtual std::size_t bytes() const = 0;  // counted against --memory; asked every few pages

  // What must survive a crash between runs: saved after Judge, restored before the first Observe of
  // a resumed build. Detectors that judge each run by itself have none. Sites are numbered by first
  // appearance.
  virtual std::string SaveState() const { return {}; }
  [[nodiscard]] virtual bool RestoreState(std::string_view) { return true; }
};

// Parameters by name, from the configuration; a detector reads its own keys.
class DetectorConfig {
 public:
  void Set(std::string key, double value);
  double Get(std::string_view key, double otherwise) const;
  std::span<const std::pair<std::string, double>> values() const {
    return values_;
  }  // those that were set

 private:
  std::vector<std::pair<std::string, double>> values_;
};

struct DetectorInfo {
  std::string_view name;
  std::string_view help;      // one line
  std::string_view source;    // in the literature
  Segmentation segmentation;  // what digest must do for it
  bool per_run;  // paper mode: support is counted per run, verdicts depend on --run-memory
  std::function<std::unique_ptr<Detector>(const DetectorConfig&)> make;
  std::function<Segmentation(const DetectorConfig&)> choose =
      {};  // where a parameter decides; else none
  // Its state, never empty, names no page by number: the build of a later crawl may begin with it.
  bool carries = false;

  Segmentation SegmentationFor(const DetectorConfig& config) const {
    return choose ? choose(config) : segmentation;
  }
};

std::span<const DetectorInfo> DetectorTable();            // registry.cc
const DetectorInfo* FindDetector(std::string_view name);  // null: no such detector

}  // namespace thresh
