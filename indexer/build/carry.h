// Carrying over: the build of a later crawl begins with the detector's state at the end of an
// earlier one. The earlier store must have kept the state, and it must have been built with the
// same detector, the same parameters and the same analyzer. Used by Build only.
#pragma once

#include <string>
#include <string_view>

#include "common/base/hash.h"
#include "common/base/status.h"
#include "common/store/detector_state.h"
#include "indexer/detect/detector.h"

namespace thresh {

// The line in `meta` that names the detector and the parameters that were set.
std::string DetectorLine(const DetectorInfo& info, const DetectorConfig& config);

// kUsage if the detector's state refers to single pages: then it says nothing about another crawl.
Status CheckCarries(const DetectorInfo& info);

struct Carried {
  DetectorState state;
  Hash128 digest;  // content digest of the earlier store
};
// kMissing if there is no store. kUnusable if the store kept no state, if the state is damaged, or
// if the store was built with another detector, other parameters or another analyzer.
Result<Carried> ReadCarried(const std::string& store, std::string_view detector_line,
                            std::string_view analyzer);

}  // namespace thresh
