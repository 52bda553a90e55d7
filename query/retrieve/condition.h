// Conditions as cursors: the pages that a query lets in, whatever their scores.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "query/retrieve/cursor.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"

namespace thresh {

// The pages that the query's filter lets in; null where it has none. `index` must outlive the
// cursor.
Result<std::unique_ptr<Cursor>> MakeFilter(const Query& query, const Index& index,
                                           const FieldWeights& weights);

// The same query for pages that meet all these conditions as well. Those of the query keep their
// meaning.
Query Within(Query query, std::vector<Condition> conditions);

// Is `host` what was asked for, or below it? `wanted` is in lower case.
bool IsHostBelow(std::string_view host, std::string_view wanted);
// Does the URL begin so, with its scheme or behind it?
bool UrlBegins(std::string_view url, std::string_view beginning);
// Does an ISO 8601 date lie between two, as far as these go? "2006" to "2007-02" has 2007-02-28. A
// page without a date, or with one that begins with no year, lies nowhere.
bool IsDateWithin(std::string_view date, std::string_view first, std::string_view last);

}  // namespace thresh
