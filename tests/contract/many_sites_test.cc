// Lists of a crawl of many sites.
#include <gtest/gtest.h>

#include <set>

#include "tests/contract/shown_site.h"

namespace thresh {
namespace {

constexpr int kSites = 45;

TEST(ManySites, StandOnSeveralPagesEachOnce) {
  const TempFolder folder;
  {
    std::ofstream out(folder.path() + "/crawl.jsonl");
    for (int site = 0; site < kSites; ++site) {
      for (int page = 0; page < 4; ++page) {
        const std::string n = std::to_string(page);
        out << CrawlLine("http://s" + std::to_string(site) + ".org/" + n, "Page " + n,
                         "fish word" + n, "2020");
      }
    }
  }
  auto store = LiveStore::Open(StoreNames{.stores = {BuildShownStore(folder.path(), "spine")}}, 1);
  ASSERT_TRUE(store.ok());
  const auto site = MakeSite(**store, nullptr);
  const auto get = [&](const std::string& path, const std::string& sites) {
    HttpRequest request;
    request.path = path;
    request.parameters = {{"q", "fish"}, {"site", sites.starts_with('s') ? sites : ""}};
    if (!sites.empty()) request.parameters.emplace_back("sites", sites);
    return site->Handle(request).body;
  };
  std::set<std::string> hosts;
  for (const std::string page : {"", "2", "3"}) {
    const CheckedHtml html(get("/templates", page));
    EXPECT_EQ(html.problem(), "");
    const std::size_t before = hosts.size();
    for (const std::string& link : html.Values("a", "href"))
      if (link.starts_with("/templates?site=")) hosts.insert(link);
    EXPECT_EQ(hosts.size() - before, page == "3" ? 5u : 20u);
    EXPECT_EQ(html.Count("nav", "aria-label", "Pages of sites"), 1u);
    EXPECT_EQ(html.Count("a", "rel", "prev"), page.empty() ? 0u : 1u);
  }
  EXPECT_EQ(hosts.size(), std::size_t{kSites});
  // A page past the end is the last one.
  EXPECT_NE(get("/templates", "99").find("Page 3"), std::string::npos);
  // A chosen site is among the facets, although twelve others come before it.
  const CheckedHtml chosen(get("/search", "s9.org"));
  EXPECT_EQ(chosen.Count("a", "aria-current", "true"), 2u) << "the site and the order";
}

}  // namespace
}  // namespace thresh
