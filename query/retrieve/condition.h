// Conditions as cursors: the pages that the filter of a query lets in, whatever their scores. Rank
// makes one for each search. Sites, URLs and dates stand in the record of a page, so they are
// tested last, on pages that have all the words. When a page changed stands in a column of the
// index. Not thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "common/store/schema.h"
#include "query/retrieve/cursor.h"
#include "query/retrieve/index.h"
#include "query/retrieve/query.h"

namespace thresh {

// The filter of a query in two parts. A page matches if it has all required units, which are walked
// to be scored anyway, and meets the rest.
struct SplitFilter {
  std::vector<bool> required;     // [unit of the query]
  std::optional<Condition> rest;  // none: the required units are the whole filter, or there is none
};
// A filter with a condition that is tested on the records of pages stays whole, because such a
// test belongs on pages that have all the words.
SplitFilter Split(const Query& query);

// A cursor over the pages that meet `condition`, or null without a condition. The cursor's tf() is
// always 1. `query`, `condition` and `index` must outlive it.
Result<std::unique_ptr<Cursor>> MakeFilter(const Query& query,
                                           const std::optional<Condition>& condition,
                                           const Index& index, const FieldWeights& weights);

// The same query for pages that also meet all of `conditions`. The query's own conditions keep
// their meaning, and scores do not change.
Query Within(Query query, std::vector<Condition> conditions);

// Whether `host` is `wanted` or a host below it. `wanted` is in lower case.
bool IsHostBelow(std::string_view host, std::string_view wanted);
// Whether the URL begins with `beginning`, with its scheme or without.
bool UrlBegins(std::string_view url, std::string_view beginning);
// Whether an ISO 8601 date lies between two others. Compares only as many characters as a bound
// has: "2006" to "2007-02" includes 2007-02-28. A date that does not begin with a year never
// matches.
bool IsDateWithin(std::string_view date, std::string_view first, std::string_view last);
// Whether the text is a time of ISO 8601 in UTC, or the beginning of one: 2024, 2024-06,
// 2024-06-01, 2024-06-01T08, 2024-06-01T08:30 or 2024-06-01T08:30:00Z. Nothing else may be a bound
// of IsDateWithin.
bool IsDateBound(std::string_view text);

}  // namespace thresh
