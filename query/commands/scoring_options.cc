#include "query/commands/scoring_options.h"

#include <algorithm>
#include <string>
#include <vector>

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

void DeclareScoring(Options& options, SearchOptions* search) {
  options.AddChoice("model", &search->model, Names(&ScorerInfo::model),
                    "the formula of the scores");
  options.AddChoice("variant", &search->variant, Names(&ScorerInfo::variant),
                    "the variant of the model (default: its first)");
  for (const ParameterInfo& parameter : ParameterTable())
    options.Add(parameter.name, &(search->parameters.*parameter.value), "X", parameter.help);
  options.Add("title-weight", &search->weights.of[static_cast<std::size_t>(Field::kTitle)], "X",
              "what a word of the title counts; a word of the body counts 1");
  options.Add(
      "anchor-weight", &search->weights.of[static_cast<std::size_t>(Field::kAnchor)], "X",
      "what a word of the links that lead to the page counts, in a store built with --anchors");
  options.AddChoice("algorithm", &search->algorithm, AlgorithmNames(),
                    "how the best pages are found; all algorithms find the same");
}

}  // namespace thresh
