// The table of `thresh-index compare`: a row for each detector, and the table as text, as Markdown
// and as JSON. The compare command owns the rows and prints them when the last build has ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/cli/cli.h"
#include "indexer/compare/judge_store.h"

namespace thresh {

// The figures of one build: from its JSON report, and the peak memory of its process.
struct BuildFacts {
  std::uint64_t pages = 0, postings = 0;
  std::vector<std::pair<std::string, double>>
      seconds;  // CPU time by stage, `cpu` in all, and `wall`
  double detector_mean_bytes = 0;
  std::uint64_t detector_peak_bytes = 0;         // Detector::bytes()
  std::uint64_t peak_bytes = 0;                  // of the process
  double Seconds(std::string_view stage) const;  // 0 if the report has no such stage
};

// Returns false if `json` is not the report of a build.
[[nodiscard]] bool ReadBuildReport(std::string_view json, BuildFacts* facts);

struct ComparedDetector {
  std::string detector;
  std::string failure;  // why the rest of the row is empty; itself empty if all went well
  BuildFacts build;
  std::uint64_t index_bytes = 0;  // terms, postings and positions
  std::uint64_t store_bytes = 0;  // all families
  std::uint64_t pages_with_template = 0;
  std::optional<StoreScore> judged;  // only with gold labels
};

// Never empty. The first row is that of `none`: the sizes of the others are compared with its
// sizes.
using Comparison = std::vector<ComparedDetector>;

std::string ComparisonText(const Comparison& rows, const Terminal& terminal);
std::string ComparisonMarkdown(const Comparison& rows);
std::string ComparisonJson(const Comparison& rows);

}  // namespace thresh
