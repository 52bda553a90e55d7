#include "query/site/site.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "common/cli/cli.h"
#include "query/site/assets.h"
#include "query/site/frame.h"
#include "query/site/views.h"

namespace thresh {
namespace {

struct Route {
  std::string_view path;
  View* view;
};
constexpr std::array<Route, 16> kRoutes = {{
    // The search view shows the start page as long as nothing is asked for.
    {"/", &SearchView},
    {"/search", &SearchView},
    {"/page", &PageView},
    {"/templates", &TemplatesView},
    {"/template", &TemplateView},
    {"/compare", &CompareView},
    {"/about", &AboutView},
    {"/api/search", &SearchApi},
    {"/api/page", &PageApi},
    {"/api/complete", &CompleteApi},
    {"/metrics", &MetricsView},
    {"/opensearch.xml", &OpenSearchView},
    {"/llms.txt", &LlmsView},
    {"/robots.txt", &RobotsView},
    {"/favicon.ico", &IconView},
    {kMcpPath, &McpView},
}};

constexpr std::string_view kAssetFolder = "/assets/";
// Views that only show what the open store knows, with the assets.
constexpr std::array<std::string_view, 5> kCheap = {"/about", "/metrics", "/opensearch.xml",
                                                    "/robots.txt", "/favicon.ico"};
// Programs cannot read a page that says what went wrong, so errors below this path are JSON.
constexpr std::string_view kApi = "/api/";
// A path that no request has, for those that do not begin with the path of the site.
constexpr std::string_view kOutside = "";
// The address of a page without its scheme; and ".md" where its Markdown is meant.
constexpr std::string_view kPages = "/page/", kMarkdown = ".md";

Result<HttpResponse> NoView(const Visit& visit) {
  if (visit.request.path == kOutside)
    return Status(Code::kMissing, "this search page is at " + visit.options.at.path +
                                      "/, and a proxy must leave that path in what it asks for");
  return Status(Code::kMissing, "the site has no page at this address");
}

View* FindView(std::string_view path) {
  if (path.starts_with(kPages)) return path.ends_with(kMarkdown) ? &MarkdownView : &PagePathView;
  const auto it = std::find_if(kRoutes.begin(), kRoutes.end(),
                               [&](const Route& route) { return route.path == path; });
  return it == kRoutes.end() ? &NoView : it->view;
}

HttpResponse JsonError(const Status& status) {
  const nlohmann::ordered_json json = {{"error", status.message()}};
  return {.status = HttpStatus(status.code()),
          .content_type = "application/json",
          .body = JsonLine(json)};
}

// Who asks for Markdown can do nothing with a page of the search site.
bool WantsText(const HttpRequest& request) {
  return request.markdown ||
         (request.path.starts_with(kPages) && request.path.ends_with(kMarkdown));
}

HttpResponse TextError(const Status& status) {
  return {.status = HttpStatus(status.code()),
          .content_type = "text/plain; charset=utf-8",
          .body = status.message() + "\n"};
}

class Site : public HttpHandler {
 public:
  Site(LiveStore& store, LiveStore* whole, SiteOptions options)
      : store_(store), whole_(whole), options_(std::move(options)) {}

  HttpResponse Handle(const HttpRequest& request) override {
    const auto begin = std::chrono::steady_clock::now();
    HttpResponse response = AnswerBelow(request);
    response.shared = !options_.readers.empty() && response.asset;
    if (std::count(options_.readers.begin(), options_.readers.end(), request.origin) > 0)
      response.reader = request.origin;
    tally_.Add(response.status, std::chrono::steady_clock::now() - begin);
    return response;
  }
  bool IsCheap(const HttpRequest& request) const override {
    const std::string path = BelowBase(request.path);
    return path.starts_with(kAssetFolder) ||
           std::find(kCheap.begin(), kCheap.end(), path) != kCheap.end();
  }
  void OnRefused(int status) override { tally_.AddRefused(status); }
  void OnDropped(HttpDrop why) override { tally_.AddDropped(why); }

 private:
  // The views know nothing of the path that the site is below.
  HttpResponse AnswerBelow(const HttpRequest& request) {
    if (options_.at.path.empty()) return Answer(request);
    HttpRequest below = request;
    below.path = BelowBase(request.path);
    return Answer(below);
  }
  std::string BelowBase(const std::string& path) const {
    const std::string& base = options_.at.path;
    if (path == base && !base.empty()) return "/";
    return path.starts_with(base + "/") ? path.substr(base.size()) : std::string(kOutside);
  }

  HttpResponse Answer(const HttpRequest& request) {
    const std::string_view path = request.path;
    // Assets need no store, so they do not wait for a searcher.
    if (path.starts_with(kAssetFolder)) {
      const Asset* asset = FindAsset(path.substr(kAssetFolder.size()));
      // An unknown file goes on to the table, which answers with a page that says so.
      if (asset != nullptr) {
        return {.content_type = std::string(AssetType(asset->name)),
                .body = std::string(asset->bytes),
                .asset = true};
      }
    }
    // The lease lasts until the answer is made, so all parts of a page show one version of the
    // store.
    const LiveStore::Lease searcher = store_.Borrow();
    const Visit visit{.request = request,
                      .searcher = *searcher,
                      .whole = whole_,
                      .graph = &graph_,
                      .options = options_,
                      .tally = &tally_};
    Result<HttpResponse> response = FindView(path)(visit);
    if (response.ok()) return std::move(*response);
    if (path.starts_with(kApi)) return JsonError(response.status());
    return WantsText(request) ? TextError(response.status()) : DressError(visit, response.status());
  }

  LiveStore& store_;
  LiveStore* whole_;
  const SiteOptions options_;
  SharedGraph graph_;
  RequestTally tally_;
};

}  // namespace

std::unique_ptr<HttpHandler> MakeSite(LiveStore& store, LiveStore* whole, SiteOptions options) {
  return std::make_unique<Site>(store, whole, std::move(options));
}

}  // namespace thresh
