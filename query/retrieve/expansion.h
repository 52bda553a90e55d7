// Expansion: a query with the words that the best pages for it have in common. `--expand` of
// search, run and experiment asks for one; Searcher::Expand reads the pages and calls ExpandQuery.
// The first row of the table expands nothing and is the default.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/text/page_analyzers.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"
#include "query/retrieve/ranking.h"

namespace thresh {

// A page that the query found, as it is without templates.
struct FeedbackPage {
  double score = 0;
  std::string stemmer = {};             // of the page (DocRecord)
  std::vector<std::string> texts = {};  // title and kept spans
  std::vector<std::string> struck =
      {};  // spans of templates, where a search counts a share of them
};

// A word of the best pages with its weight, above 0.
struct FeedbackTerm {
  std::string term;
  double weight = 0;
};

struct ExpansionInfo {
  std::string_view name;
  std::string_view help;  // one line
  std::size_t pages;      // that are read unless `feedback-pages` says otherwise
  // The terms with the largest weights first, at most `most`; null for the row that expands
  // nothing.
  Result<std::vector<FeedbackTerm>> (*weigh)(const std::vector<FeedbackPage>& pages,
                                             std::size_t most, const Index& index,
                                             PageAnalyzers& analyzers);
};

std::span<const ExpansionInfo> ExpansionTable();
// kUsage if no row has this name; the message lists the names.
Result<const ExpansionInfo*> FindExpansion(std::string_view name);

// The words of the query keep their weight, so that scores with and without expansion can be
// compared. With `original-weight` l all feedback terms together weigh (1 - l) / l of what the
// words of the query do. A page then matches by the new words as well, unless the query has
// conditions: those hold as before.
Result<Query> ExpandQuery(Query query, const std::vector<FeedbackPage>& pages, const Index& index,
                          PageAnalyzers& analyzers, const SearchOptions& options);

}  // namespace thresh
