#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "common/base/nearest_name.h"
#include "indexer/detect/methods.h"

namespace thresh {
namespace {

constexpr std::string_view kPagelets =
    "Bar-Yossef, Rajagopalan: Template detection via data mining and its applications, WWW 2002";

constexpr DetectorInfo kTable[] = {
    {.name = "spine",
     .help = "style paths judged by their repeated texts and by where they leave the path of the "
             "content",
     .source = "ours, after Chen, Ye, Li 2006",
     .segmentation = Segmentation::kTextNodes,
     .make = MakeSpine,
     .parameter_table = SpineParameterTable,
     .texts_only = true,
     .learns = true,
     .judge = MakeSpineJudge},
    {.name = "bsc_wfc",
     .help = "block style clusters and word feature clusters, counted a run at a time",
     .source = "Chen, Ye, Li: Template detection for large scale search engines, SAC 2006",
     .segmentation = Segmentation::kLayoutBlocks,
     .make = MakeBscWfc,
     .parameter_table = BscWfcParameterTable,
     .choose = BscWfcSegmentation,
     .per_run = true,
     .reads_runs = true,
     .counts_sites = BscWfcCountsSites},
    {.name = "bsc_wfc_plus",
     .help = "bsc_wfc at its best: support over all runs, style paths, numbers folded",
     .source = "Chen, Ye, Li, SAC 2006, with extensions",
     .segmentation = Segmentation::kStyledBlocks,
     .make = MakeBscWfcPlus,
     .parameter_table = BscWfcPlusParameterTable,
     .choose = BscWfcPlusSegmentation,
     .reads_runs = true,
     .judge_percent = 150},
    {.name = "incremental",
     .help = "text segments on five pages, judged on arrival; the table forgets what is not seen "
             "again",
     .source = "Wang, Fang, Cheng, Guo, Xu: Incremental web page template detection, WWW 2008",
     .segmentation = Segmentation::kTextNodes,
     .make = MakeIncremental,
     .parameter_table = IncrementalParameterTable},
    {.name = "sandwich",
     .help = "lines in common with the page of the nearest name, or with the page before",
     .source = "Rowlands, Thomas, Wan: Web indexing on a diet: Template removal with the "
               "sandwich algorithm, ADCS 2009",
     .segmentation = Segmentation::kSourceLines,
     .make = MakeSandwich,
     .parameter_table = SandwichParameterTable,
     .choose = SandwichSegmentation},
    {.name = "pagelets_local",
     .help = "pagelets with one shingle on several pages of a site",
     .source = kPagelets,
     .segmentation = Segmentation::kTextNodes,
     .make = MakePageletsLocal,
     .parameter_table = PageletParameterTable,
     .judge_percent = 35},
    {.name = "pagelets_global",
     .help = "the same on pages that links connect, over the whole crawl",
     .source = kPagelets,
     .segmentation = Segmentation::kTextNodes,
     .make = MakePageletsGlobal,
     .parameter_table = PageletParameterTable,
     .across_sites = true,
     .judge_percent = 35},
    {.name = "rtdm_td",
     .help = "what sample pages of a site have in common as trees, found again on every page",
     .source = "Vieira et al.: A fast and robust method for web page template detection and "
               "removal, CIKM 2006",
     .segmentation = Segmentation::kTextNodes,
     .make = MakeRtdmTd,
     .parameter_table = RtdmTdParameterTable},
    {.name = "sst",
     .help = "site style tree: places that look alike and hold the same on all sample pages of a "
             "site",
     .source = "Yi, Liu, Li: Eliminating noisy information in web pages for data mining, KDD "
               "2003",
     .segmentation = Segmentation::kTextNodes,
     .make = MakeSst,
     .parameter_table = SstParameterTable,
     .judge_percent = 50},
    {.name = "shingle",
     .help = "blocks whose sets of word shingles agree on five pages, whatever their layout",
     .source = "Broder, Glassman, Manasse, Zweig: Syntactic clustering of the web, WWW 1997; as "
               "in Ma, Goharian, Chowdhury, Chung: Extracting unstructured data from template "
               "generated web documents, CIKM 2003",
     .segmentation = Segmentation::kLayoutBlocks,
     .make = MakeShingle,
     .parameter_table = ShingleParameterTable,
     .judge_percent = 40},
    {.name = "repeats_lines",
     .help = "lines of text that stand word for word on more than 30 % of a site's pages",
     .source = "the simplest rule in use",
     .segmentation = Segmentation::kTextNodes,
     .make = MakeRepeatsLines,
     .parameter_table = RepeatsLinesParameterTable},
    {.name = "repeats_runs",
     .help = "twelve words and more in a row that half of a site's pages have in common",
     .source = "as crawlers clean the text of pages",
     .segmentation = Segmentation::kTextNodes,
     .make = MakeRepeatsRuns,
     .parameter_table = RepeatsRunsParameterTable,
     .judge_percent = 50},
    {.name = "none",
     .help = "no detection: every word stays",
     .source = "",
     .make = MakeNone,
     .judge = MakeNoneJudge},
};

// The shortest text that reads back as the same number, so equal parameters make equal lines.
std::string Spelled(double number) {
  // The longest such text of a double has 24 characters.
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? std::string(text.data(), end) : std::string();
}

}  // namespace

std::span<const DetectorInfo> DetectorTable() { return kTable; }

const DetectorInfo* FindDetector(std::string_view name) {
  for (const DetectorInfo& info : DetectorTable()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

Status NoDetector(std::string_view name) {
  std::vector<std::string> names;
  names.reserve(std::size(kTable));
  for (const DetectorInfo& info : DetectorTable()) names.emplace_back(info.name);
  return Status(Code::kUsage, "no detector '" + std::string(name) + "'" + MeantName(name, names) +
                                  " (see thresh-index detectors)");
}

std::string DetectorLine(const DetectorInfo& info, const DetectorConfig& config) {
  std::vector<std::string> parameters;
  for (const auto& [key, value] : config.values())
    parameters.push_back(" " + key + "=" + Spelled(value));
  // Sorted, so that the line does not depend on the order of the flags.
  std::sort(parameters.begin(), parameters.end());
  std::string line(info.name);
  for (const std::string& parameter : parameters) line += parameter;
  return line;
}

}  // namespace thresh
