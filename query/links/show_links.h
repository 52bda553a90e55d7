// The answers of this room as text for people and as JSON for programs. Only functions of their
// arguments: any thread may call them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/cli/terminal.h"
#include "common/store/store.h"
#include "query/links/clever_search.h"
#include "query/links/link_analysis.h"
#include "query/links/page_graph.h"
#include "query/links/page_graph_reader.h"

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

// `most`: pages in each of the two lists.
Result<RankTable> MakeRankTable(const Store& store, const PageGraph& graph, RankMeasure measure,
                                std::size_t most);
// `shown`: which of the two lists.
std::string RankText(const RankTable& table, const std::vector<LinkKind>& shown,
                     const Terminal& terminal);
std::string RankJson(const RankTable& table, const std::vector<LinkKind>& shown);

// The best `most` pages of each answer.
Result<std::string> CleverText(const Store& store, const CleverAnswer& answer, std::size_t most,
                               const Terminal& terminal);
Result<std::string> CleverJson(const Store& store, const CleverAnswer& answer, std::size_t most);
Result<std::string> RelatedText(const Store& store, const std::vector<RelatedPage>& related,
                                Together together, std::size_t most, const Terminal& terminal);
Result<std::string> RelatedJson(const Store& store, const std::vector<RelatedPage>& related,
                                std::size_t most);
Result<std::string> FrontierText(const Store& store, const PageGraph& graph,
                                 const std::vector<FrontierAddress>& frontier, std::size_t most,
                                 const Terminal& terminal);
Result<std::string> FrontierJson(const Store& store, const PageGraph& graph,
                                 const std::vector<FrontierAddress>& frontier, std::size_t most);

std::string LinksText(const LinksOfPage& links, const Terminal& terminal);
std::string LinksJson(const LinksOfPage& links);

// How many links of which kind there are.
std::string GraphText(const PageGraph& graph);
std::string GraphJson(const PageGraph& graph);

// Calls `print` with a line for each edge between pages: from, to, and free or template, with tabs
// between them. kFree leaves out edges of which all links stand in templates.
Status PrintEdges(const Store& store, const PageGraph& graph, LinkKind kind,
                  void (*print)(std::string_view));

}  // namespace thresh
