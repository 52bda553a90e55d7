// DateForm: the form beside the results that narrows a search to pages of some days, as `after:`
// and `before:` of the query do. A function of its arguments; any thread.
#pragma once

#include <string>
#include <string_view>

#include "common/report/markup.h"
#include "query/site/request.h"

namespace thresh {

// The first and the last day of a year, month or day of ISO 8601, as a field for dates takes it.
// Empty for anything else.
std::string FirstDay(std::string_view date);
std::string LastDay(std::string_view date);

// The fields have the days that were chosen, and the form is folded as long as none is. The rest of
// the search stays as it is.
Markup DateForm(const SearchRequest& request);

}  // namespace thresh
