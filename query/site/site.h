// The site: the pages that `thresh-query serve` answers with. It is one table of addresses and
// their views. An address that is not in the table is answered with a page that says so.
#pragma once

#include <memory>
#include <string_view>

#include "query/http/http.h"
#include "query/live/live_store.h"

namespace thresh {

// Where assistants post their messages. A server that takes none there has no page there either.
inline constexpr std::string_view kMcpPath = "/mcp";

// `store` is the store to search. `whole` holds the same crawl, built without removal, for the
// comparison of two rankings. It may be null. Both must outlive the handler. Several threads may
// call the handler at the same time.
// Words of templates count `template_weight` in searches of `store`, which allows it.
std::unique_ptr<HttpHandler> MakeSite(LiveStore& store, LiveStore* whole,
                                      double template_weight = 0);

}  // namespace thresh
