// MemoryWatch: mean and peak of the memory that a detector holds during a build. The judge stage
// owns it, beside the detector. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>

#include "indexer/detect/site_judge.h"

namespace thresh {

// SiteJudge::bytes() over the pages of a build.
struct DetectorMemory {
  double mean_bytes = 0;
  std::size_t peak_bytes = 0;
};

class MemoryWatch {
 public:
  // To be called after every page. Looks only after one page in sixteen, because a detector may
  // have to add up its memory piece by piece.
  void AfterPage(const SiteJudge& detector) {
    if (pages_++ % 16 == 0) Look(detector);
  }
  void Look(const SiteJudge& detector) {
    const std::size_t bytes = detector.bytes();
    peak_ = std::max(peak_, bytes);
    sum_ += static_cast<double>(bytes);
    ++looks_;
  }
  DetectorMemory Sum() const { return {looks_ == 0 ? 0 : sum_ / looks_, peak_}; }

 private:
  std::size_t pages_ = 0, peak_ = 0;
  double sum_ = 0, looks_ = 0;
};

}  // namespace thresh
