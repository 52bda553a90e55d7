// More like this: a page as a query.
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

// The words of the page's kept text that say most about it, by tf x ln(N / df) (Salton and Buckley
// 1988, "Term-weighting approaches in automatic text retrieval"), of those that other pages have
// too; every page matches that has any of them, but the page itself. A query without units: there
// is no such word.
Result<Query> MoreLikePage(DocId page, const TextRecord& text, const Index& index,
                           Analyzer& analyzer);

}  // namespace thresh
