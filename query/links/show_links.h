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
#include "common/page_graph/link_analysis.h"
#include "common/page_graph/page_graph.h"
#include "common/page_graph/page_graph_reader.h"
#include "common/page_graph/rank_table.h"
#include "common/store/store.h"
#include "query/links/clever_search.h"

namespace thresh {

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
