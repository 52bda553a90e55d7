// thresh-example STORE QUERY: searches a store and shows which words made the best page the best.
#include <cstdio>
#include <string>

#include "query/thresh.h"

namespace {

thresh::Status Search(const std::string& store, const std::string& text) {
  THRESH_ASSIGN_OR_RETURN(const auto searcher, thresh::Searcher::Open(store));
  THRESH_ASSIGN_OR_RETURN(const thresh::Query query, searcher->Parse(text));
  thresh::SearchOptions options = thresh::DefaultSearch();
  options.n = 5;
  THRESH_ASSIGN_OR_RETURN(const thresh::Ranking ranking, searcher->Search(query, options));
  for (const thresh::Hit& hit : ranking.hits) {
    THRESH_ASSIGN_OR_RETURN(const thresh::DocRecord page, searcher->Page(hit.doc));
    std::printf("%.4f  %s\n", hit.score, page.url.c_str());
  }
  if (ranking.hits.empty()) return {};
  THRESH_ASSIGN_OR_RETURN(const thresh::ScoreExplanation best,
                          searcher->Explain(query, ranking.hits.front().doc, options));
  for (const thresh::ScoreShare& share : best.shares)
    std::printf("%s: %.0f times, %.4f\n", thresh::UnitText(share.unit).c_str(), share.occurrence.tf,
                share.score);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: thresh-example STORE QUERY\n");
    return static_cast<int>(thresh::Code::kUsage);
  }
  const thresh::Status status = Search(argv[1], argv[2]);
  if (!status.ok()) std::fprintf(stderr, "thresh-example: %s\n", status.message().c_str());
  return static_cast<int>(status.code());
}
