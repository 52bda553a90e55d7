#include <algorithm>
#include <array>

#include "indexer/detect/methods.h"

namespace thresh {

void DetectorConfig::Set(std::string key, double value) {
  const auto known =
      std::find_if(values_.begin(), values_.end(), [&](const auto& v) { return v.first == key; });
  if (known != values_.end()) {
    known->second = value;
  } else {
    values_.emplace_back(std::move(key), value);
  }
}

double DetectorConfig::Get(std::string_view key, double otherwise) const {
  const auto known =
      std::find_if(values_.begin(), values_.end(), [&](const auto& v) { return v.first == key; });
  return known != values_.end() ? known->second : otherwise;
}

std::span<const DetectorInfo> DetectorTable() {
  static const std::array<DetectorInfo, 3> kTable = {{
      {"bsc_wfc", "block style clusters and word feature clusters, counted a run at a time",
       "Chen, Ye, Li: Template detection for large scale search engines, SAC 2006",
       Segmentation::kLayoutBlocks, true, MakeBscWfc},
      {"spine", "style paths judged by their repeated texts and by where they leave the path of the content",
       "ours, after Chen, Ye, Li 2006", Segmentation::kTextNodes, false, MakeSpine},
      {"none", "no detection: every word stays", "", Segmentation::kLayoutBlocks, false, MakeNone},
  }};
  return kTable;
}

const DetectorInfo* FindDetector(std::string_view name) {
  for (const DetectorInfo& info : DetectorTable()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

}  // namespace thresh
