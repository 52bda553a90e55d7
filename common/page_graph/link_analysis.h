// What the links of a store say about its pages: PageRank, links in and authority, by all links and
// by those outside of templates; pages that the same pagelets link to; addresses that are worth
// fetching next. Only functions of their arguments: any thread may call them, and the results
// depend on the graph only, bit for bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "common/base/ids.h"
#include "common/graph/link_graph.h"
#include "common/page_graph/page_graph.h"

namespace thresh {

enum class RankMeasure : std::uint8_t { kPageRank, kLinksIn, kAuthority, kCount };
inline constexpr std::array<std::string_view, 3> kRankMeasureNames = {"pagerank", "inlinks",
                                                                      "authority"};

// A score for each page. Links in are the pages that link to it; authority is that of Kleinberg
// 1999 over all pages (common/graph/hits.h).
std::vector<double> RankScores(const LinkGraph& edges, RankMeasure measure);
// The pages with the best score first; equal ones in the order of pages.
std::vector<DocId> BestFirst(const std::vector<double>& scores);

// What is counted for pages that stand beside another one: pagelets without templates that link to
// both, or pages that do, templates and all (Dean and Henzinger 1999; BYR 5). A link from a page to
// itself counts.
enum class Together : std::uint8_t { kPagelet, kPage, kCount };
inline constexpr std::array<std::string_view, 2> kTogetherNames = {"pagelet", "page"};

struct RelatedPage {
  DocId page;
  std::uint32_t count = 0;  // pagelets, or pages
  std::uint32_t pages = 0;  // with such pagelets
  friend bool operator==(const RelatedPage&, const RelatedPage&) = default;
};
// The largest count first; of equal ones that of more pages, then the first page.
std::vector<RelatedPage> RelatedPages(const PageGraph& graph, DocId page, Together together);

// An address that pages link to and the store lacks.
struct FrontierAddress {
  std::uint32_t number = 0;  // in PageGraph::outside
  double score = 0;
  std::uint32_t pages = 0;  // that link to it
  DocId first;              // the first of them
};
// The score is the sum over the pages that link to the address: the weight of the page, times
// `of_template` if the page links to the address in templates only. The best first, equal ones by
// address. `weights`: of each page; empty: 1 each.
std::vector<FrontierAddress> Frontier(const PageGraph& graph, double of_template,
                                      const std::vector<double>& weights = {});

}  // namespace thresh
