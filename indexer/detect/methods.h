// One declaration a method: how the registry makes it, which parameters it has and, where a
// parameter decides it, how pages are segmented for it. The registry is the only reader; each
// method's folder defines its own. Nothing else knows the inside of a method.
#pragma once

#include <memory>
#include <span>

#include "indexer/detect/detector.h"
#include "indexer/detect/site_judge.h"

namespace thresh {

std::unique_ptr<Detector> MakeSpine(const DetectorConfig& config);  // spine/
std::unique_ptr<SiteJudge> MakeSpineJudge(const DetectorConfig& config, std::size_t memory_bytes);
std::span<const DetectorParameter> SpineParameterTable();

std::unique_ptr<Detector> MakeBscWfc(const DetectorConfig& config);  // bsc_wfc/
std::span<const DetectorParameter> BscWfcParameterTable();
Segmentation BscWfcSegmentation(const DetectorConfig& config);
bool BscWfcCountsSites(const DetectorConfig& config);

std::unique_ptr<Detector> MakeBscWfcPlus(const DetectorConfig& config);  // bsc_wfc/
std::span<const DetectorParameter> BscWfcPlusParameterTable();
Segmentation BscWfcPlusSegmentation(const DetectorConfig& config);

std::unique_ptr<Detector> MakeIncremental(const DetectorConfig& config);  // incremental/
std::span<const DetectorParameter> IncrementalParameterTable();

std::unique_ptr<Detector> MakeSandwich(const DetectorConfig& config);  // sandwich/
std::span<const DetectorParameter> SandwichParameterTable();
Segmentation SandwichSegmentation(const DetectorConfig& config);

std::unique_ptr<Detector> MakePageletsLocal(const DetectorConfig& config);  // pagelets/
std::unique_ptr<Detector> MakePageletsGlobal(const DetectorConfig& config);
std::span<const DetectorParameter> PageletParameterTable();  // of both

std::unique_ptr<Detector> MakeRtdmTd(const DetectorConfig& config);  // rtdm_td/
std::span<const DetectorParameter> RtdmTdParameterTable();

std::unique_ptr<Detector> MakeSst(const DetectorConfig& config);  // sst/
std::span<const DetectorParameter> SstParameterTable();

std::unique_ptr<Detector> MakeShingle(const DetectorConfig& config);  // shingle/
std::span<const DetectorParameter> ShingleParameterTable();

std::unique_ptr<Detector> MakeRepeatsLines(const DetectorConfig& config);  // repeats/
std::span<const DetectorParameter> RepeatsLinesParameterTable();
std::unique_ptr<Detector> MakeRepeatsRuns(const DetectorConfig& config);
std::span<const DetectorParameter> RepeatsRunsParameterTable();

std::unique_ptr<Detector> MakeNone(const DetectorConfig& config);  // none.cc
std::unique_ptr<SiteJudge> MakeNoneJudge(const DetectorConfig& config, std::size_t memory_bytes);

}  // namespace thresh
