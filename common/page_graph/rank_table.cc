#include "common/page_graph/rank_table.h"

#include <algorithm>

#include "common/store/page_text.h"

namespace thresh {

Result<RankTable> MakeRankTable(const Store& store, const PageGraph& graph, RankMeasure measure,
                                std::size_t most) {
  RankTable table{.measure = measure, .pages = graph.pages()};
  std::array<std::vector<double>, kGraphs> scores, links_in;
  std::array<std::vector<DocId>, kGraphs> order;
  std::array<std::vector<std::size_t>, kGraphs> place;
  for (const LinkKind kind : {LinkKind::kAll, LinkKind::kFree}) {
    const auto g = static_cast<std::size_t>(kind);
    const LinkGraph edges = graph.Edges(kind);
    table.edges[g] = edges.edges();
    scores[g] = RankScores(edges, measure);
    links_in[g] = RankScores(edges, RankMeasure::kLinksIn);
    order[g] = BestFirst(scores[g]);
    place[g].resize(graph.pages());
    for (std::size_t at = 0; at < order[g].size(); ++at) place[g][order[g][at].value] = at + 1;
  }
  for (std::size_t list = 0; list < kGraphs; ++list) {
    for (std::size_t at = 0; at < std::min(order[list].size(), most); ++at) {
      const std::uint32_t doc = order[list][at].value;
      THRESH_ASSIGN_OR_RETURN(const DocRecord page, ReadPage(store, DocId(doc)));
      RankedPage& ranked = table.best[list].emplace_back();
      ranked.url = page.url;
      ranked.title = page.title.empty() ? page.url : page.title;
      for (std::size_t g = 0; g < kGraphs; ++g) {
        ranked.by[g] = {place[g][doc], scores[g][doc], static_cast<std::size_t>(links_in[g][doc])};
      }
    }
  }
  return table;
}

}  // namespace thresh
