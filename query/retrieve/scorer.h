// Scorers: how much one occurrence of a query term on a page is worth. A model and its variant are one row of
// the table, with the formula above it. A page's score is the sum over the query's terms.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "common/status.h"

namespace thresh {

struct CollectionStatistics {
  double docs = 0;            // N: all pages, those without a word too
  double average_length = 0;  // words a page over all pages, after removal
};

struct TermStatistics {
  double df = 0;               // pages that have the term in any field
  double query_frequency = 1;  // qtf
};

// A term on a page. tf is the sum over fields of weight x frequency; length and tf_avg = length / distinct
// words are those of the whole page, after removal.
struct Occurrence {
  double tf = 0;
  double length = 0;
  double tf_avg = 1;
};

struct ScorerParameters {
  double k1 = 0.9;
  double b = 0.4;
};

using TermScorer = std::function<double(const Occurrence&)>;

struct ScorerInfo {
  std::string_view model;
  std::string_view variant;
  std::string_view help;  // one line
  TermScorer (*make)(const ScorerParameters&, const CollectionStatistics&, const TermStatistics&);
};

std::span<const ScorerInfo> ScorerTable();
// An empty variant is the first of the model. kUsage names what there is.
Result<const ScorerInfo*> FindScorer(std::string_view model, std::string_view variant);

}  // namespace thresh
