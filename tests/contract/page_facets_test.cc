// PageFacets beside the records of the pages, in a store of several segments with masked sites.
#include "query/retrieve/page_facets.h"

#include <gtest/gtest.h>

#include <set>

#include "query/retrieve/searcher.h"
#include "query/site/facets.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

std::string Line(int site, int page, const std::string& date) {
  return R"({"url": "http://s)" + std::to_string(site) + ".org/p" + std::to_string(page) +
         R"(", "date": ")" + date + R"(", "html": "<p>page )" + std::to_string(page) + "\"}\n";
}

TEST(PageFacets, SitesAndYearsAreThoseOfTheRecords) {
  TempFolder folder;
  const std::string store = folder / "store";
  std::string lines;
  for (int site = 0; site < 5; ++site) {
    for (int page = 0; page <= site; ++page)
      lines += Line(site, page, std::to_string(1990 + 7 * site + page) + "-05-01");
  }
  ASSERT_TRUE(TakeLines(store, folder / "first.jsonl", lines, false).ok());
  ASSERT_TRUE(TakeLines(store, folder / "later.jsonl",
                        Line(1, 4, "2024-02-02") + Line(3, 0, "2023-01-01"), true)
                  .ok());
  const auto searcher = std::move(Searcher::Open(store).value());
  ASSERT_EQ(searcher->store().docs(), 16u);
  std::set<unsigned> years;
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t doc = 0; doc < searcher->store().docs(); ++doc) {
      const DocRecord page = searcher->Page(DocId(doc)).value();
      EXPECT_EQ(searcher->facets().SiteOf(DocId(doc)), page.site);
      const auto year = searcher->facets().YearOf(DocId(doc));
      ASSERT_TRUE(year.ok());
      EXPECT_EQ(year.value(), YearOf(page.date)) << page.date;
      if (year.value()) years.insert(*year.value());
    }
  }
  EXPECT_TRUE(years.contains(2024)) << "dates come from the crawl";
  EXPECT_TRUE(years.contains(1990));
}

// As many pages as are counted may be all or may not, and do not count as all.
TEST(PageFacets, ManyPagesAreCountedOnTheBest) {
  TempFolder folder;
  std::string lines;
  for (std::size_t page = 0; page < kFacetHits; ++page) {
    const std::string n = std::to_string(page);
    lines += R"({"url": "http://s.org/)" + n + R"(", "html": "<p>fish )" + n;
    lines += page == 0 ? "\"}\n" : " bream\"}\n";
  }
  ASSERT_TRUE(TakeLines(folder / "store", folder / "crawl.jsonl", lines, false).ok());
  const auto searcher = std::move(Searcher::Open(folder / "store").value());
  const auto counts_all = [&](const std::string& query) {
    SearchRequest request;
    request.query = query;
    return CountFacets(*searcher, request).value().all;
  };
  EXPECT_FALSE(counts_all("fish"));
  EXPECT_TRUE(counts_all("bream"));
}

TEST(PageFacets, WhatIsAYear) {
  EXPECT_EQ(YearOf("2024-02-02T00:00:00Z"), 2024u);
  EXPECT_EQ(YearOf("0099"), 99u);
  EXPECT_EQ(YearOf("202"), std::nullopt);
  EXPECT_EQ(YearOf("20x4-01-01"), std::nullopt);
  EXPECT_EQ(YearOf(""), std::nullopt);
}

}  // namespace
}  // namespace thresh
