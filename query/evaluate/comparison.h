// Comparison: systems over the same topics, each against the first, measure by measure.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "common/cli/table.h"
#include "query/evaluate/evaluation.h"
#include "query/evaluate/significance.h"

namespace thresh {

inline constexpr std::size_t kTests = 3;  // of SignificanceTests

// A system's values of one measure; a topic that it lacks is 0.
struct SystemValues {
  std::string name;
  std::map<std::string, double> topics;
};

// A row of the table: one system under one measure, against the first system.
struct ComparedSystem {
  std::string collection;  // empty where there is only one
  std::string measure;
  std::string system;
  double mean = 0;
  // Against the first system; of no meaning for itself.
  bool first = false;
  double difference = 0;
  std::size_t wins = 0, losses = 0, ties = 0;  // topics
  std::array<double, kTests> p = {};
  std::array<double, kTests> corrected = {};  // by Holm, over all rows of a measure
};

// Each system against the first, over the topics that any of them has. Not corrected yet.
std::vector<ComparedSystem> CompareSystems(const std::string& collection,
                                           const std::string& measure,
                                           const std::vector<SystemValues>& systems);
// Fills `corrected` of all rows.
void CorrectRows(std::vector<ComparedSystem>* rows);

// The values of a measure's name by topic, for every measure that is averaged: {"map": [run 1, run
// 2]}, in the order of the measures.
std::vector<std::pair<std::string, std::vector<SystemValues>>> ValuesByMeasure(
    const std::vector<std::string>& names, const std::vector<Evaluation>& evaluations,
    const std::vector<Measure>& measures);

// One table of all rows: means, differences, wins and losses, corrected p.
Table SystemsTable(const std::vector<ComparedSystem>& rows);

}  // namespace thresh
