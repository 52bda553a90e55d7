// How to write a query, and where a query is wrong. Start page, about page and search view show it.
// Only functions of their arguments: any thread may call them.
#pragma once

#include <cstddef>
#include <string>

#include "common/base/status.h"
#include "common/report/markup.h"

namespace thresh {

// A row for each form of the query language, with an example that links to a search. `host` is a
// site of the store for the examples that need one; it may be empty.
Markup QueryHelp(const std::string& host);
// The query with its mistake marked. `character` is the place that ParseQuery reports, from 1. 0:
// no single place is wrong.
Markup QueryMistake(const Status& status, const std::string& query, std::size_t character);

}  // namespace thresh
