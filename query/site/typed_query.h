// What somebody has typed so far, as a query: the search page asks while the typing goes on, and so
// do search boxes of other sites. A function of its arguments; one thread for each Searcher.
#pragma once

#include <string>

#include "common/base/status.h"
#include "query/retrieve/searcher.h"

namespace thresh {

// What was typed is often no query yet: a quote is open, or a sign has no word behind it. It then
// stands for its words. A last word that the store lacks is one that is not finished, so it stands
// for the words that begin with it. A finished query is returned as it is, so that it finds now
// what it finds when it is sent. Empty if there is no word that the store could find.
Result<std::string> AsTyped(Searcher& searcher, const std::string& text,
                            Operator unsigned_pieces = Operator::kOr);

}  // namespace thresh
