// Methods: one declaration a detector; registry.cc has one row for each. Nothing else knows their insides.
#pragma once

#include <memory>

#include "indexer/detect/detector.h"

namespace thresh {

std::unique_ptr<Detector> MakeNone(const DetectorConfig& config);    // none.cc
std::unique_ptr<Detector> MakeBscWfc(const DetectorConfig& config);  // bsc_wfc.cc
Segmentation BscWfcSegmentation(const DetectorConfig& config);
std::unique_ptr<Detector> MakeBscWfcPlus(const DetectorConfig& config);  // bsc_wfc.cc
Segmentation BscWfcPlusSegmentation(const DetectorConfig& config);
std::unique_ptr<Detector> MakeIncremental(const DetectorConfig& config);  // incremental.cc
std::unique_ptr<Detector> MakeShingle(const DetectorConfig& config);      // shingle.cc
std::unique_ptr<Detector> MakeSandwich(const DetectorConfig& config);     // sandwich.cc
Segmentation SandwichSegmentation(const DetectorConfig& config);

std::unique_ptr<Detector> MakePageletsLocal(const DetectorConfig& config);   // pagelet_detector.cc
std::unique_ptr<Detector> MakeRtdmTd(const DetectorConfig& config);          // rtdm_td.cc
std::unique_ptr<Detector> MakeSst(const DetectorConfig& config);             // sst.cc
std::unique_ptr<Detector> MakePageletsGlobal(const DetectorConfig& config);  // pagelet_detector.cc

}  // namespace thresh
