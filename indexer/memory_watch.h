// MemoryWatch: what a detector holds while a build goes on. Owned by the thread that owns the detector.
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
  void Look(const Detector& detector) {
    const std::size_t bytes = detector.bytes();
    peak_ = std::max(peak_, bytes);
    sum_ += static_cast<double>(bytes);
    ++looks_;
  }
  DetectorMemory Sum() const { return {looks_ == 0 ? 0 : sum_ / looks_, peak_}; }

 private:
  std::size_t peak_ = 0;
  double sum_ = 0, looks_ = 0;
};

}  // namespace thresh
