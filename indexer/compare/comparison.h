// Comparison: the rows of the table, and the table for people, for programs and for documents.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/cli/cli.h"
#include "indexer/compare/judge_store.h"

namespace thresh {

// What a build in a process of its own said of itself (its report as JSON), and what it took.
struct BuildFacts {
  std::uint64_t pages = 0, postings = 0;
  std::vector<std::pair<std::string, double>> seconds;  // CPU by stage, `cpu` of all, `wall`
  double detector_mean_bytes = 0;
  std::uint64_t detector_peak_bytes = 0;  // Detector::bytes()
  std::uint64_t peak_bytes = 0;           // of the process
  double Seconds(std::string_view stage) const;
};

// false: not the report of a build.
[[nodiscard]] bool ReadBuildReport(std::string_view json, BuildFacts* facts);

// A row of the table: what one detector did.
struct ComparedDetector {
  std::string detector;
  std::string failure;  // why there is nothing else in this row; empty: all went well
  BuildFacts build;
  std::uint64_t index_bytes = 0;  // terms, postings and positions
  std::uint64_t store_bytes = 0;  // all families
  std::uint64_t pages_with_template = 0;
  std::optional<StoreScore> judged;  // with gold
};

// The first row is the yardstick of the others: no detection.
using Comparison = std::vector<ComparedDetector>;

std::string ComparisonText(const Comparison& rows, const Terminal& terminal);
std::string ComparisonMarkdown(const Comparison& rows);
std::string ComparisonJson(const Comparison& rows);

}  // namespace thresh
