// The report: a store as one HTML file that needs nothing else. `thresh-query report` and
// `thresh-index build --report` write it. ReadReport makes one pass over the pages of the store,
// one over its links and one over its templates. A page or template that cannot be read is
// kUnusable.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/page_graph/rank_table.h"
#include "common/report/markup.h"
#include "common/report/stats.h"
#include "common/report/template_card.h"
#include "common/store/store.h"

namespace thresh {

inline constexpr std::size_t kReportTemplates = 20;  // shown by default
inline constexpr std::size_t kShareBins = 20;        // of 5 % each
inline constexpr std::size_t kBestPages = 10;        // by each kind of links
// Stores of more pages are not ranked for a report: a build must not need memory for it.
inline constexpr std::size_t kMostRankedPages = 50000;

struct StoreReport {
  StoreStats stats;
  std::optional<StoreStats> without;  // the same pages, nothing removed
  // Pages with words, by the share of their words that was removed. The last bin has 100 %, too.
  std::array<std::uint64_t, kShareBins> pages_by_share{};
  double median_share = 0;                          // of pages with words
  std::uint64_t pages_untouched = 0;                // with words, all of which are indexed
  std::uint64_t pages_without_words = 0;            // in their body, before any removal
  std::vector<std::uint64_t> templates_by_support;  // bin i: on 2^i to 2^(i+1) - 1 pages
  TemplateCards templates;
  std::optional<RankTable> best_pages;  // by PageRank; nothing of a store with more pages
};

// Keeps the heaviest `templates` templates. Both stores must outlive the report. `without` may be
// null. kUnusable: `without` was not built from the same pages, or text was removed from it.
Result<StoreReport> ReadReport(const Store& store, const Store* without, std::size_t templates);

// The whole file: pictures and style are inside, there is no script and no request to any host.
// `news` is a section on what has made the store what it is; it follows the first one.
std::string ReportHtml(const StoreReport& report, const Markup& news = {});
// Sections of others as such a file.
std::string ReportPage(const std::string& title, const Markup& sections);

}  // namespace thresh
