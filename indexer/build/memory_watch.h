// MemoryWatch: what a detector holds while a build goes on. Owned by the thread that owns the
// detector.
#pragma once

#include <algorithm>
#include <cstddef>

#include "indexer/detect/detector.h"

namespace thresh {

// Detector::bytes() over the pages of a build.
struct DetectorMemory {
  double mean_bytes = 0;
  std::size_t peak_bytes = 0;
};

class MemoryWatch {
 public:
  // After every page; looks at one in sixteen, since to add up what is held may cost something.
  void AfterPage(const Detector& detector) {
    if (pages_++ % 16 == 0) Look(detector);
  }
  void Look(const Detector& detector) {
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
