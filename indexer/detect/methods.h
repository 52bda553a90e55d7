// Methods: one declaration a detector; registry.cc has one row for each. Nothing else knows their insides.
#pragma once

#include <memory>

#include "indexer/detect/detector.h"

namespace thresh {

std::unique_ptr<Detector> MakeNone(const DetectorConfig& config);    // none.cc
std::unique_ptr<Detector> MakeBscWfc(const DetectorConfig& config);  // bsc_wfc.cc
std::unique_ptr<Detector> MakeSpine(const DetectorConfig& config);   // spine.cc

}  // namespace thresh
