#include <array>
#include <string>

#include "query/retrieve/retrieval.h"

namespace thresh {
namespace {

constexpr std::array<AlgorithmInfo, 3> kAlgorithms = {{
    {"exhaustive", "scores every page that matches, and counts them", &RetrieveExhaustive},
    {"maxscore", "leaves out pages by what a whole list can score", &RetrieveMaxScore},
    {"block_max", "leaves out stretches of pages by what their blocks can score",
     &RetrieveBlockMax},
}};

}  // namespace

std::span<const AlgorithmInfo> AlgorithmTable() { return kAlgorithms; }

Result<const AlgorithmInfo*> FindAlgorithm(std::string_view name) {
  std::string known;
  for (const AlgorithmInfo& row : kAlgorithms) {
    if (row.name == name) return &row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  return Status(Code::kUsage, "no algorithm '" + std::string(name) + "'; there are " + known);
}

}  // namespace thresh
