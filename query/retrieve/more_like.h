// MoreLikePage: a page as a query for pages like it, for `search --more-like` and the browser.
#pragma once

#include <cstddef>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/text/analyzer.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"

namespace thresh {

inline constexpr std::size_t kMoreLikeTerms = 25;

// The query has the kMoreLikeTerms words of the page's kept text with the largest tf x ln(N / df)
// (Salton and Buckley 1988, "Term-weighting approaches in automatic text retrieval"). Words that no
// other page has are left out, and so are numbers and single letters. A page matches if it has any
// of the words and is not the page itself. If no word is left, the query has no units.
Result<Query> MoreLikePage(DocId page, const TextRecord& text, const Index& index,
                           Analyzer& analyzer);

}  // namespace thresh
