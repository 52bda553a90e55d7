// Comparison: systems over the same topics, each against the first one, measure by measure, with
// significance tests. `thresh-query eval` with several runs and experiments print it. Plain values.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/cli/table.h"
#include "query/evaluate/evaluation.h"
#include "query/evaluate/significance.h"

namespace thresh {

inline constexpr std::size_t kTests = 3;  // rows of SignificanceTests

// A system's values of one measure. A topic that the system lacks counts as 0.
struct SystemValues {
  std::string name;
  std::map<std::string, double> topics;
};

// One system in one measure, compared with the first system.
struct ComparedSystem {
  std::string collection;  // empty if there is only one
  std::string measure;
  std::string system;
  double mean = 0;
  bool first = false;  // this is the first system: the members below have no meaning
  double difference = 0;
  std::size_t wins = 0, losses = 0, ties = 0;  // topics
  std::array<double, kTests> p = {};
  std::array<double, kTests> corrected = {};  // by Holm, over all rows of a measure
};

// Compares each system with the first, over the topics that any of them has. `corrected` is not
// filled in yet. REQUIRES: there is at least one system.
std::vector<ComparedSystem> CompareSystems(const std::string& collection,
                                           const std::string& measure,
                                           const std::vector<SystemValues>& systems);
// Fills in `corrected`. Call it once with all rows, because the correction counts them.
void CorrectRows(std::vector<ComparedSystem>* rows);

// For each measure that is averaged, in the order of the measures, each of its value names with the
// values of all systems. names[i] is the name of evaluations[i].
std::vector<std::pair<std::string, std::vector<SystemValues>>> ValuesByMeasure(
    const std::vector<std::string>& names, const std::vector<Evaluation>& evaluations,
    const std::vector<Measure>& measures);

// One table of all rows: means, differences, wins and losses, corrected p.
Table SystemsTable(const std::vector<ComparedSystem>& rows);
// {"rows": [{"measure", "system", "mean", "difference", "wins", ..., "p": {test: p}, "corrected":
// {test: p}}]}
std::string SystemsJson(const std::vector<ComparedSystem>& rows);

}  // namespace thresh
