// The views: each answers one address of the site. site.cc has the table of them.
//
// A view that cannot answer returns a Status: kUsage becomes 400, kMissing 404, all else 500, each
// as a page in the same dress (frame.h), or as JSON below /api/.
#pragma once

#include "common/base/status.h"
#include "query/http/http.h"
#include "query/live/live_store.h"
#include "query/retrieve/searcher.h"

namespace thresh {

// A request, and what it is answered from. One thread.
struct Visit {
  const HttpRequest& request;
  Searcher& searcher;
  LiveStore* whole = nullptr;  // built without removal; null: there is none
};

using View = Result<HttpResponse>(const Visit& visit);

View SearchView;      // the start page, too
View PageView;        // a page block by block
View TemplatesView;   // of a site, by weight
View TemplateView;    // one of them: where it is seen, what varies
View CompareView;     // rankings with and without removal
View AboutView;       // the store, the query language, the keys
View SearchApi;       // as `thresh-query search --json`
View PageApi;         // as `thresh-query explain --json`
View OpenSearchView;  // how a browser may add the search

// A search on behalf of somebody else is given up after this time.
inline constexpr double kSearchDeadlineMs = 5000;

}  // namespace thresh
