// Presets: named sets of search options. Commands and the search page begin with the first row,
// `default`, and their own options change single values of it. An empty SearchOptions is `plain`.
#pragma once

#include <span>
#include <string_view>

#include "common/base/status.h"
#include "query/retrieve/ranking.h"

namespace thresh {

struct PresetInfo {
  std::string_view name;
  std::string_view help;                 // one line
  void (*apply)(SearchOptions* search);  // sets model, variant, parameters and weights
};

std::span<const PresetInfo> PresetTable();
// kUsage if no row has this name; the message lists the names.
Result<const PresetInfo*> FindPreset(std::string_view name);
// What a search is asked unless somebody says otherwise: the first row.
SearchOptions DefaultSearch();

// What an occurrence counts in a field, where one in the body counts 1: a row for each other field.
struct WeightInfo {
  std::string_view name;
  Field field;
  std::string_view help;  // one line
};
std::span<const WeightInfo> WeightTable();

}  // namespace thresh
