#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/base/check.h"
#include "common/base/numbers.h"
#include "common/cli/cli.h"
#include "common/report/markup.h"
#include "query/present/explain.h"
#include "query/present/search_answer.h"
#include "query/retrieve/condition.h"
#include "query/site/assets.h"
#include "query/site/completion.h"
#include "query/site/hit_sections.h"
#include "query/site/request.h"
#include "query/site/typed_query.h"
#include "query/site/views.h"

namespace thresh {
namespace {

constexpr std::size_t kMostAnswers = 1000;  // a snippet for each reads a page
// Each page is read, and each word is searched. Whoever asks may be anybody.
constexpr std::size_t kMostFeedbackPages = 50, kMostFeedbackTerms = 100;
constexpr std::string_view kJson = "application/json";

HttpResponse Json(std::string body) {
  return {.content_type = std::string(kJson), .body = std::move(body)};
}

// Adds the sections of the hits to an answer. The search box of other sites asks for them; an
// answer without them is the one that `thresh-query search --json` prints.
std::string WithSections(const SearchAnswer& answer,
                         const std::vector<std::vector<HitSection>>& sections) {
  auto json = nlohmann::ordered_json::parse(AnswerJson(answer), nullptr, false);
  for (std::size_t i = 0; i < answer.pages.size(); ++i) {
    auto& list = json["hits"][i]["sections"] = nlohmann::ordered_json::array();
    for (const HitSection& section : sections[i])
      list.push_back({{"anchor", section.anchor}, {"heading", section.heading}});
  }
  return JsonLine(json);
}

// A program would not notice that a value does nothing.
Status CheckValues(const HttpRequest& request) {
  const auto wrong = [](std::string_view name, const std::string& allowed) {
    return Status(Code::kUsage, std::string(name) + " must be " + allowed);
  };
  for (const auto& [name, most] : {std::pair("n", kMostAnswers),
                                   {"offset", kMaxHits},
                                   {"feedback-pages", kMostFeedbackPages},
                                   {"feedback-terms", kMostFeedbackTerms}}) {
    const std::string_view given = request.Parameter(name);
    std::size_t number = 0;
    if (!given.empty() && (!ParseNumber(given, &number) || number > most))
      return wrong(name, "a whole number from 0 to " + std::to_string(most));
  }
  for (const auto& [name, allowed] :
       {std::pair("operator", std::vector<std::string_view>{"and", "or"}),
        {"sort", {kHitOrderNames.begin(), kHitOrderNames.end()}},
        {"sections", {"1"}},
        {"typed", {"1"}}}) {
    const std::string_view given = request.Parameter(name);
    std::string names;
    for (const std::string_view one : allowed)
      names += (names.empty() ? "" : " or ") + std::string(one);
    if (!given.empty() && std::find(allowed.begin(), allowed.end(), given) == allowed.end())
      return wrong(name, names);
  }
  for (const char* name : {"from", "to", "changed", "seen"}) {
    const std::string_view given = request.Parameter(name);
    if (!given.empty() && !IsDateBound(given)) return wrong(name, "2024, 2024-06 or 2024-06-01");
  }
  return {};
}

}  // namespace

Result<HttpResponse> SearchApi(const Visit& visit) {
  THRESH_RETURN_IF_ERROR(RefuseUnknown(visit.request,
                                       {"q", "n", "offset", "operator", "site", "from", "to",
                                        "changed", "seen", "sort", "sections", "typed"},
                                       true));
  THRESH_RETURN_IF_ERROR(CheckValues(visit.request));
  const SearchRequest request = SearchRequest::Of(visit.request);
  AnswerOptions options;
  THRESH_ASSIGN_OR_RETURN(options.search, RankingOf(visit.request, visit.options.template_weight));
  if (visit.request.Parameter("operator") == "and") options.unsigned_pieces = Operator::kAnd;
  options.search.n = NumberOf(visit.request.Parameter("n"), 0, kMostAnswers, options.search.n);
  options.search.deadline_ms = kSearchDeadlineMs;
  options.offset = NumberOf(visit.request.Parameter("offset"), 0, kMaxHits, 0);
  options.within = request.Conditions();
  options.search.order = request.order;
  std::string query = request.query;
  if (!visit.request.Parameter("typed").empty()) {
    THRESH_ASSIGN_OR_RETURN(query, AsTyped(visit.searcher, query, options.unsigned_pieces));
    if (query.empty()) return Json(JsonLine({{"hits", nlohmann::ordered_json::array()}}));
  }
  const bool with_sections = !visit.request.Parameter("sections").empty();
  std::vector<std::vector<HitSection>> sections;
  THRESH_ASSIGN_OR_RETURN(
      const SearchAnswer answer,
      AnswerQuery(visit.searcher, query, options, nullptr,
                  with_sections ? SectionFinder(visit.searcher, options.search.n, &sections)
                                : PageVisitor()));
  return Json(with_sections ? WithSections(answer, sections) : AnswerJson(answer));
}

Result<HttpResponse> PageApi(const Visit& visit) {
  THRESH_RETURN_IF_ERROR(RefuseUnknown(visit.request, {"url"}, false));
  const Store& store = visit.searcher.store();
  const std::string url(visit.request.Parameter("url"));
  if (url.empty())
    return Status(Code::kUsage, "the address of the page is missing: /api/page?url=...");
  THRESH_ASSIGN_OR_RETURN(StoredPage page, FindPage(store, url));
  THRESH_ASSIGN_OR_RETURN(const Explanation explanation,
                          ExplainPage(store, std::move(page), kMostBytesShown));
  return Json(ExplanationJson(explanation));
}

Result<HttpResponse> CompleteApi(const Visit& visit) {
  THRESH_RETURN_IF_ERROR(RefuseUnknown(visit.request, {"q"}, false));
  THRESH_ASSIGN_OR_RETURN(const std::vector<CompletedQuery> completed,
                          CompleteQuery(visit.searcher, visit.request.Parameter("q")));
  nlohmann::ordered_json json = {{"queries", nlohmann::ordered_json::array()}};
  for (const CompletedQuery& each : completed)
    json["queries"].push_back({{"query", each.query}, {"pages", each.pages}});
  return Json(JsonLine(json));
}

Result<HttpResponse> MetricsView(const Visit& visit) {
  return HttpResponse{.content_type = "text/plain; version=0.0.4; charset=utf-8",
                      .body = visit.tally->Text(visit.searcher.store().statistics())};
}

// Answers have as many addresses as there are queries; the pages themselves are for others to show.
Result<HttpResponse> RobotsView(const Visit& visit) {
  std::string text = "User-agent: *\n";
  for (const char* path : {"/search", "/page?", "/compare", "/template", "/api/"})
    text += "Disallow: " + visit.options.at.path + path + "\n";
  return HttpResponse{.content_type = "text/plain; charset=utf-8", .body = std::move(text)};
}

// Pages link to the icon. A browser that shows something else, such as JSON, asks for this address.
Result<HttpResponse> IconView(const Visit&) {
  const Asset* icon = FindAsset("icon.svg");
  THRESH_CHECK(icon != nullptr);
  return HttpResponse{.content_type = std::string(AssetType(icon->name)),
                      .body = std::string(icon->bytes)};
}

// OpenSearch 1.1. Without a public address the host is the one that the browser used, because the
// server may have several names.
Result<HttpResponse> OpenSearchView(const Visit& visit) {
  const Markup description = El(
      "OpenSearchDescription", {{"xmlns", "http://a9.com/-/spec/opensearch/1.1/"}},
      El("ShortName", {}, visit.options.title),
      El("Description", {}, "Searches pages without their templates."),
      El("InputEncoding", {}, "UTF-8"),
      El("Url", {{"type", "text/html"}, {"template", visit.Root() + "/search?q={searchTerms}"}}));
  return HttpResponse{
      .content_type = "application/opensearchdescription+xml",
      // Not Markup::Document, which would write the doctype of HTML.
      .body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + description.text() + "\n"};
}

}  // namespace thresh
