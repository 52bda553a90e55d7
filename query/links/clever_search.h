// A query answered by Clever: the root is what a search finds, and the words of pages and pagelets
// are read from the store. Not thread-safe, because a Searcher's analyzer is not.
#pragma once

#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/page_graph/page_graph.h"
#include "query/links/clever.h"
#include "query/retrieve/searcher.h"

namespace thresh {

struct CleverPage {
  DocId page;
  double authority = 0;
};
struct CleverAnswer {
  std::size_t root = 0, base = 0;      // pages
  std::vector<CleverPage> pages = {};  // with an authority, the best first; equal ones by page
};

// Words behind a - and conditions choose the root only. kUsage for a bad query.
Result<CleverAnswer> SearchClever(Searcher& searcher, const PageGraph& graph,
                                  std::string_view query, const CleverVariant& variant,
                                  bool between_sites);

}  // namespace thresh
