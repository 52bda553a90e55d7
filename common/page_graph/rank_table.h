// RankTable: the pages of a store that links lead to most, by all links and by the free ones, side
// by side. A menu makes the pages that it names the best of a site, so the two lists show what the
// removal of templates is worth. A value.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/page_graph/link_analysis.h"
#include "common/page_graph/page_graph.h"
#include "common/store/store.h"

namespace thresh {

inline constexpr std::size_t kGraphs = 2;
inline constexpr std::array<std::string_view, kGraphs> kLinkKindNames = {"all", "free"};

// A page in the table of ranks, with its place (from 1), score and links in, by LinkKind.
struct RankedPage {
  struct Standing {
    std::size_t place = 0;
    double score = 0;
    std::size_t links_in = 0;
  };
  std::string url, title;
  std::array<Standing, kGraphs> by = {};
};
struct RankTable {
  RankMeasure measure = RankMeasure::kPageRank;
  std::size_t pages = 0;
  std::array<std::size_t, kGraphs> edges = {};
  std::array<std::vector<RankedPage>, kGraphs> best = {};  // the best by each graph
};

// `most`: pages in each of the two lists. kUnusable if the record of a page is damaged.
Result<RankTable> MakeRankTable(const Store& store, const PageGraph& graph, RankMeasure measure,
                                std::size_t most);

}  // namespace thresh
