// The views: each is a function that answers one address of the site. site.cc has the table.
//
// A view that cannot answer returns a Status: kUsage becomes 400, kMissing 404, any other code 500.
// The site makes a page of it (frame.h), or JSON below /api/. Any thread may call a view with a
// Visit of its own.
#pragma once

#include <string>

#include "common/base/status.h"
#include "query/http/http.h"
#include "query/live/live_store.h"
#include "query/mcp/tools.h"
#include "query/retrieve/searcher.h"
#include "query/site/site_options.h"
#include "query/site/tally.h"

namespace thresh {

// A request, and the store that answers it. Lives as long as the call; one thread.
struct Visit {
  const HttpRequest& request;
  Searcher& searcher;
  LiveStore* whole = nullptr;    // the same crawl, built without removal; may be null
  SharedGraph* graph = nullptr;  // of the store's links; only McpView needs it
  const SiteOptions& options;
  const RequestTally* tally = nullptr;
  // The start page as programs are told it, without its last slash. http, because the server itself
  // has no TLS.
  std::string Root() const {
    return (options.at.origin.empty() ? "http://" + request.host : options.at.origin) +
           options.at.path;
  }
};

using View = Result<HttpResponse>(const Visit& visit);

View SearchView;      // hits; the start page if nothing was asked for
View PageView;        // a page block by block
View TemplatesView;   // the templates of a site or of all, the heaviest first
View TemplateView;    // one template: pages that have it, what varies
View CompareView;     // rankings with and without removal
View AboutView;       // the store, the query language, the keys
View MarkdownView;    // a page as Markdown, for programs
View PagePathView;    // a page whose address is in the path; what PageView answers for it
View LlmsView;        // the list of the pages, for assistants
View McpView;         // messages of assistants
View SearchApi;       // as `thresh-query search --json`
View PageApi;         // as `thresh-query explain --json`
View CompleteApi;     // how a query may go on
View MetricsView;     // counts of requests, for Prometheus
View RobotsView;      // robots.txt: no answers in an index
View IconView;        // favicon.ico
View OpenSearchView;  // tells a browser how to add the search

// A search for a visitor of the site is given up after this time.
inline constexpr double kSearchDeadlineMs = 5000;

}  // namespace thresh
