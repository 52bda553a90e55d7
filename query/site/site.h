// The site: the pages that `thresh-query serve` answers with. It is one table of addresses and
// their views. An address that is not in the table is answered with a page that says so.
#pragma once

#include <memory>
#include <string_view>

#include "query/http/http.h"
#include "query/live/live_store.h"
#include "query/site/site_options.h"

namespace thresh {

// Where assistants post their messages. A server that takes none there has no page there either.
inline constexpr std::string_view kMcpPath = "/mcp";

// `store` is the store to search. `whole` holds the same crawl, built without removal, for the
// comparison of two rankings. It may be null. Both must outlive the handler. Several threads may
// call the handler at the same time. `store` allows the template weight of the options.
std::unique_ptr<HttpHandler> MakeSite(LiveStore& store, LiveStore* whole, SiteOptions options = {});

}  // namespace thresh
