// The site: the pages that `thresh-query serve` answers with. One table of addresses and their
// views; what nobody answers to is a page that says so.
#pragma once

#include <memory>

#include "query/http/http.h"
#include "query/live/live_store.h"

namespace thresh {

// `store` is what is searched. `whole`: the same crawl, built without removal, for the comparison
// of two rankings; null: there is none. Both must outlive the handler.
std::unique_ptr<HttpHandler> MakeSite(LiveStore& store, LiveStore* whole);

}  // namespace thresh
