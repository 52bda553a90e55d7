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
  static constexpr std::string_view kPagelets =
      "Bar-Yossef, Rajagopalan: Template detection via data mining and its applications, WWW 2002";
  static const std::array<DetectorInfo, 11> kTable = {{
      {"spine",
       "style paths judged by their repeated texts and by where they leave the path of the content",
       "ours, after Chen, Ye, Li 2006", Segmentation::kTextNodes, false, MakeSpine},
      {"bsc_wfc", "block style clusters and word feature clusters, counted a run at a time",
       "Chen, Ye, Li: Template detection for large scale search engines, SAC 2006",
       Segmentation::kLayoutBlocks, true, MakeBscWfc, BscWfcSegmentation, false, true},
      {"bsc_wfc_plus", "bsc_wfc at its best: support over all runs, style paths, numbers folded",
       "Chen, Ye, Li, SAC 2006, with extensions", Segmentation::kStyledBlocks, false,
       MakeBscWfcPlus, BscWfcPlusSegmentation, false, true},
      {"incremental",
       "text segments on five pages, judged on arrival; the table forgets what is not seen again",
       "Wang, Fang, Cheng, Guo, Xu: Incremental web page template detection, WWW 2008",
       Segmentation::kTextNodes, false, MakeIncremental, nullptr, true},
      {"sandwich", "lines in common with the page of the nearest name, or with the page before",
       "Rowlands, Thomas, Wan: Web indexing on a diet: Template removal with the sandwich "
       "algorithm, ADCS "
       "2009",
       Segmentation::kSourceLines, false, MakeSandwich, SandwichSegmentation},
      {"pagelets_local", "pagelets with one shingle on several pages of a site", kPagelets,
       Segmentation::kTextNodes, false, MakePageletsLocal},
      {"pagelets_global", "the same on pages that links connect, over the whole crawl", kPagelets,
       Segmentation::kTextNodes, false, MakePageletsGlobal},
      {"rtdm_td", "what sample pages of a site have in common as trees, found again on every page",
       "Vieira et al.: A fast and robust method for web page template detection and removal, CIKM "
       "2006",
       Segmentation::kTextNodes, false, MakeRtdmTd},
      {"sst",
       "site style tree: places that look alike and hold the same on all sample pages of a site",
       "Yi, Liu, Li: Eliminating noisy information in web pages for data mining, KDD 2003",
       Segmentation::kTextNodes, false, MakeSst},
      {"shingle", "blocks whose sets of word shingles agree on five pages, whatever their layout",
       "Broder, Glassman, Manasse, Zweig: Syntactic clustering of the web, WWW 1997; as in Ma, "
       "Goharian, "
       "Chowdhury, Chung: Extracting unstructured data from template generated web documents, CIKM "
       "2003",
       Segmentation::kLayoutBlocks, false, MakeShingle},
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
