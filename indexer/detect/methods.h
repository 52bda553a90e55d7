// Methods: one declaration a detector; registry.cc has one row for each. Nothing else knows their
// insides.
#pragma once

#include <memory>

#include "indexer/detect/detector.h"

namespace thresh {

std::unique_ptr<Detector> MakeSpine(const DetectorConfig& config);           // spine.cc
std::unique_ptr<Detector> MakeBscWfc(const DetectorConfig& config);          // bsc_wfc.cc
std::unique_ptr<Detector> MakeBscWfcPlus(const DetectorConfig& config);      // bsc_wfc.cc
std::unique_ptr<Detector> MakeIncremental(const DetectorConfig& config);     // incremental.cc
std::unique_ptr<Detector> MakeSandwich(const DetectorConfig& config);        // sandwich.cc
std::unique_ptr<Detector> MakePageletsLocal(const DetectorConfig& config);   // pagelet_detector.cc
std::unique_ptr<Detector> MakePageletsGlobal(const DetectorConfig& config);  // pagelet_detector.cc
std::unique_ptr<Detector> MakeRtdmTd(const DetectorConfig& config);          // rtdm_td.cc
std::unique_ptr<Detector> MakeSst(const DetectorConfig& config);             // sst.cc
std::unique_ptr<Detector> MakeShingle(const DetectorConfig& config);         // shingle.cc
std::unique_ptr<Detector> MakeNone(const DetectorConfig& config);            // none.cc

// Where a parameter decides how pages are cut.
Segmentation BscWfcSegmentation(const DetectorConfig& config);
Segmentation BscWfcPlusSegmentation(const DetectorConfig& config);
Segmentation SandwichSegmentation(const DetectorConfig& config);

}  // namespace thresh
