#include "query/retrieve/presets.h"

#include <array>
#include <string>

namespace thresh {
namespace {

// Chosen on eight sites whose authors wrote queries, each judged by what the other seven chose
// (docs/RESULTS.md).
void ApplyDefault(SearchOptions* search) {
  search->model = "bm25";
  search->variant.clear();
  search->parameters = {
      .k1 = 1.8, .b = 0.35, .proximity = 2.5, .prior = 0.15, .named = 2.5, .accents = 0.5};
  search->weights = {.of = {1, 5, 1, 0.5, 0.75}};
}

// Lin et al., Anserini: title and text as one field.
void ApplyAnserini(SearchOptions* search) {
  search->model = "bm25";
  search->variant.clear();
  search->parameters = {};
  search->weights = {.of = {1, 1, 0, 0, 0}};
}

// Chen et al. 2006, 4: k1 2 and b 0.75, and both formulas as they are printed. The model stays the
// one that was asked for.
void ApplyPaper(SearchOptions* search) {
  search->variant = "printed";
  search->parameters = {.k1 = 2, .b = 0.75};
  search->weights = {.of = {1, 1, 1, 1, 0}};
}

void ApplyPlain(SearchOptions* search) {
  search->model = "bm25";
  search->variant.clear();
  search->parameters = {};
  search->weights = {};
}

constexpr std::array<PresetInfo, 4> kPresets = {{
    {"default", "the best that was measured: fields weighed, proximity, prior", &ApplyDefault},
    {"anserini", "k1 0.9, b 0.4, title and text as one field", &ApplyAnserini},
    {"paper", "k1 2, b 0.75 and the formulas as Chen et al. 2006 print them", &ApplyPaper},
    {"plain", "k1 0.9, b 0.4, every word of every field counts 1", &ApplyPlain},
}};

constexpr std::array<WeightInfo, 5> kWeights = {{
    {"title-weight", Field::kTitle, "what a word of the title counts; a word of the body counts 1"},
    {"url-weight", Field::kUrl, "what a word of the address counts"},
    {"description-weight", Field::kDescription, "what a word of the description counts"},
    {"anchor-weight", Field::kAnchor, "what a word of the links that lead to the page counts"},
    {"template-weight", Field::kTemplate,
     "what words of templates count, from 0 (as if they were not there) to 1 (as if they were the "
     "page's own); above 0 it needs a store of build --removal field"},
}};

}  // namespace

std::span<const PresetInfo> PresetTable() { return kPresets; }
std::span<const WeightInfo> WeightTable() { return kWeights; }

Result<const PresetInfo*> FindPreset(std::string_view name) {
  std::string known;
  for (const PresetInfo& row : kPresets) {
    if (row.name == name) return &row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  return Status(Code::kUsage, "no preset '" + std::string(name) + "'; there are " + known);
}

SearchOptions DefaultSearch() {
  SearchOptions search;
  kPresets.front().apply(&search);
  return search;
}

}  // namespace thresh
