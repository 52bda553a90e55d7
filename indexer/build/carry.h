// Carrying on: the build of a later crawl begins with what the detector knew when an earlier one
// ended. The earlier store must have kept it, under the same detector with the same parameters and
// the same analyzer.
#pragma once

#include <string>
#include <string_view>

#include "common/base/hash.h"
#include "common/base/status.h"
#include "common/store/detector_state.h"
#include "indexer/detect/detector.h"

namespace thresh {

// What `meta` says of a detector: its name, and the parameters that were given.
std::string DetectorLine(const DetectorInfo& info, const DetectorConfig& config);

// kUsage where the state of a detector tells of single pages and so of no later crawl.
Status CheckCarries(const DetectorInfo& info);

struct Carried {
  DetectorState state;
  Hash128 digest;  // of the store that it is from
};
// kUnusable where the store kept no state, or one that says nothing to this detector; kMissing: no
// store.
Result<Carried> ReadCarried(const std::string& store, std::string_view detector_line,
                            std::string_view analyzer);

}  // namespace thresh
