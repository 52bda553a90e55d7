#include "query/commands/scoring_options.h"

#include <algorithm>
#include <string>
#include <vector>

#include "query/retrieve/expansion.h"
#include "query/retrieve/presets.h"

namespace thresh {
namespace {

// The distinct names in a column of the table of scorers.
std::vector<std::string> Names(std::string_view ScorerInfo::*column) {
  std::vector<std::string> names;
  // A model has a row for each of its variants, and models share names of variants.
  for (const ScorerInfo& row : ScorerTable()) {
    if (std::find(names.begin(), names.end(), row.*column) == names.end())
      names.emplace_back(row.*column);
  }
  return names;
}

std::vector<std::string> AlgorithmNames() {
  std::vector<std::string> names = {std::string(kAutoAlgorithm)};
  for (const AlgorithmInfo& row : AlgorithmTable()) names.emplace_back(row.name);
  return names;
}

}  // namespace

void ScoringOptions::Declare(Options& options, SearchOptions* search) {
  std::vector<std::string> presets;
  std::string help = "the values that the options below have unless they are given";
  for (const PresetInfo& row : PresetTable()) {
    presets.emplace_back(row.name);
    help += "\n" + std::string(row.name) + ": " + std::string(row.help);
  }
  PresetTable().front().apply(search);
  preset_ = presets.front();
  options.AddPreset("preset", &preset_, presets, help, [search](const std::string& name) {
    Result<const PresetInfo*> preset = FindPreset(name);
    if (preset.ok()) (*preset)->apply(search);  // the options know all names
  });
  options.AddChoice("model", &search->model, Names(&ScorerInfo::model),
                    "the formula of the scores");
  options.AddChoice("variant", &search->variant, Names(&ScorerInfo::variant),
                    "the variant of the model (default: its first)");
  for (const ParameterInfo& parameter : ParameterTable())
    options.Add(parameter.name, &(search->parameters.*parameter.value), "X", parameter.help);
  for (const WeightInfo& weight : WeightTable())
    options.Add(weight.name, &search->weights.of[static_cast<std::size_t>(weight.field)], "X",
                weight.help);
  std::vector<std::string> expansions;
  help = "adds words that the best pages for the query have in common";
  for (const ExpansionInfo& row : ExpansionTable()) {
    expansions.emplace_back(row.name);
    help += "\n" + std::string(row.name) + ": " + std::string(row.help);
  }
  options.AddChoice("expand", &search->expand, expansions, help + "\n");
  options.AddChoice("algorithm", &search->algorithm, AlgorithmNames(),
                    "how the best pages are found; all algorithms find the same");
}

}  // namespace thresh
