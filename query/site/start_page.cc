#include "query/site/start_page.h"

#include <algorithm>

#include "common/cli/table.h"
#include "query/site/links.h"
#include "query/site/query_help.h"

namespace thresh {
namespace {

constexpr std::size_t kSitesShown = 24;

std::vector<SiteRecord> LargestSites(const Segment& segment) {
  std::vector<SiteRecord> sites = segment.sites();
  std::stable_sort(sites.begin(), sites.end(), [](const SiteRecord& a, const SiteRecord& b) {
    return a.statistics.docs > b.statistics.docs;
  });
  if (sites.size() > kSitesShown) sites.resize(kSitesShown);
  return sites;
}

Markup Sites(const Segment& segment) {
  Markup items;
  for (const auto& [host, statistics] : LargestSites(segment)) {
    items.Add(El("li", {},
                 El("a", {{"href", LinkTo("/templates", {{"site", host}})}}, El("bdi", {}, host)),
                 " ", El("span", {{"class", "count"}}, Counted(statistics.docs, "page"))));
  }
  const std::size_t all = segment.sites().size();
  const std::string rest = all > kSitesShown ? "and " + Thousands(all - kSitesShown) + " more" : "";
  return El("section", {{"class", "sites"}}, El("h2", {}, all == 1 ? "The site" : "The sites"),
            El("ul", {}, items), rest.empty() ? Markup() : El("p", {{"class", "note"}}, rest));
}

std::string Removed(const Statistics& all) {
  const auto seen = static_cast<double>(all.tokens_seen);
  return Percent(seen - static_cast<double>(all.tokens_indexed), seen);
}

}  // namespace

Markup StartPage(const Store& store) {
  const Statistics& all = store.segment().statistics();
  const auto& sites = store.segment().sites();
  return El("div", {{"class", "start"}},
            El("h1", {}, "Search ", El("em", {}, Counted(all.docs, "page"))),
            El("p", {{"class", "lead"}},
               Thousands(all.tokens_seen) + " words were crawled, " + Removed(all) +
                   " of them taken out as template: the menus, headers and footers that " +
                   "pages of a site repeat. What you search is the rest."),
            El("div", {{"class", "two"}},
               El("section", {}, El("h2", {}, "How to ask"),
                  QueryHelp(sites.empty() ? "" : sites.front().host),
                  El("p", {{"class", "note"}}, "Press ", El("kbd", {}, "?"), " for the keys. ",
                     El("a", {{"href", "/about"}}, "More about this store"))),
               Sites(store.segment())));
}

}  // namespace thresh
