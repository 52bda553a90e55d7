#include <string_view>
#include <utility>
#include <vector>

#include "common/base/version.h"
#include "common/cli/cli.h"
#include "common/cli/table.h"
#include "query/present/stats.h"
#include "query/site/frame.h"

#include "query/site/query_help.h"

namespace thresh {
namespace {

Markup Facts(const std::vector<std::pair<std::string_view, std::string>>& rows) {
  Markup list;
  for (const auto& [name, value] : rows) {
    if (value.empty()) continue;
    list.Add(El("dt", {}, name));
    list.Add(El("dd", {}, El("bdi", {}, value)));
  }
  return El("dl", {{"class", "why"}}, list);
}

Markup StoreFacts(const Store& store, const std::string& detector) {
  const Statistics& s = store.statistics();
  const Manifest& manifest = store.manifest();
  const auto seen = static_cast<double>(s.tokens_seen);
  return Facts({{"pages", Thousands(s.docs)},
                {"sites", Thousands(store.sites().size())},
                {"words crawled", Thousands(s.tokens_seen)},
                {"words indexed", Thousands(s.tokens_indexed)},
                {"removed", Percent(seen - static_cast<double>(s.tokens_indexed), seen)},
                {"templates", Thousands(s.templates)},
                {"duplicates", Thousands(s.duplicates)},
                {"detector", detector},
                {"analyzer", manifest.analyzer},
                {"built", manifest.created},
                {"content digest", manifest.digest.Hex()},
                {"program", "thresh-query " + std::string(kVersion)}});
}

}  // namespace

Result<HttpResponse> AboutView(const Visit& visit) {
  const Store& store = visit.searcher.store();
  THRESH_ASSIGN_OR_RETURN(const std::string detector, store.Detector());
  const auto& sites = store.sites();
  return Dress(
      visit,
      {.title = "About",
       .place = "/about",
       .main = Join(
           El("h1", {}, "About this store"), StoreFacts(store, detector),
           El("section", {{"id", "query"}}, El("h2", {}, "Queries"),
              // A site of this store, so that the examples find something.
              QueryHelp(sites.empty() ? "" : sites.front().host),
              El("p", {}, "Parentheses make groups: ", El("code", {}, "+(red blue) +fish"), ".")),
           El("section", {{"id", "keyboard"}}, El("h2", {}, "Keys"), KeyList()),
           El("section", {}, El("h2", {}, "For programs"),
              El("p", {}, El("code", {}, "/api/search?q=&n=&offset=&site=&from=&to="), " and ",
                 El("code", {}, "/api/page?url="), " answer with JSON. The first takes ",
                 El("code", {}, "operator=and"), ", ", El("code", {}, "preset"), ", ",
                 El("code", {}, "expand"), " and the numbers of ",
                 El("code", {}, "thresh-query search --help"), " as well, and with ",
                 El("code", {}, "sections=1"),
                 " each hit has the sections that its words stand in.")))});
}

}  // namespace thresh
