// All that a report says about a store, read from it in one pass over its pages and one over its
// templates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/status.h"
#include "common/report/store_stats.h"
#include "common/report/template_list.h"
#include "common/store/store.h"

namespace thresh {

inline constexpr std::size_t kReportTemplates = 20;  // where nobody says how many
inline constexpr std::size_t kShareBins = 20;        // of 5 % each

struct StoreReport {
  StoreStats stats;
  std::optional<StoreStats> without;  // the same pages, nothing removed
  // Pages with words by the share of their words that was removed; 100 % counts to the last bin.
  std::array<std::uint64_t, kShareBins> pages_by_share{};
  double median_share = 0;                          // of pages with words
  std::uint64_t pages_untouched = 0;                // with words, all of them indexed
  std::uint64_t pages_without_words = 0;            // in their body, as they came
  std::vector<std::uint64_t> templates_by_support;  // bin i: on 2^i to 2^(i+1) - 1 pages
  TemplateList templates;
};

// The heaviest `templates` templates are kept. Stores must outlive the report. `without` may be
// null; kUnusable where it was not built from the same pages, or has something removed.
Result<StoreReport> ReadReport(const Store& store, const Store* without, std::size_t templates);

}  // namespace thresh
