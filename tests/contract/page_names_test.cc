// The names of a store against what every title is called, while its sites change.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "common/store/page_names.h"
#include "common/store/store.h"
#include "common/text/analyzer.h"
#include "query/retrieve/index.h"
#include "tests/support/dice.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

// A few words, so that pages of a site are called alike: "b c" or "2 b c - a".
std::string MakeTitle(Dice& dice) {
  std::string title = dice.Below(5) == 0 ? std::to_string(dice.Below(3)) + " " : "";
  for (std::uint32_t n = dice.Below(4); n > 0; --n) {
    title += static_cast<char>('a' + dice.Below(5));
    title += dice.Below(4) == 0 ? " - " : " ";
  }
  return title;
}

std::string CrawlOf(Dice& dice, std::uint32_t site) {
  std::string lines;
  for (std::uint32_t page = 0; page < 60; ++page) {
    const std::string n = std::to_string(page);
    lines += R"({"url":"http://s)" + std::to_string(site) + ".org/" + n + R"(","html":"<title>)" +
             MakeTitle(dice) + "</title><p>fish number" + n + R"("})" + "\n";
  }
  return lines;
}

void ExpectNames(const std::string& folder) {
  const auto searcher = std::move(Searcher::Open(folder).value());
  const Store& store = searcher->store();
  const auto analyzer = std::move(Analyzer::Make({}).value());
  std::map<std::uint64_t, std::map<SiteId, std::vector<DocId>>> all;
  for (std::uint32_t d = 0; d < store.docs(); ++d) {
    const DocRecord page = ReadPage(store, DocId(d)).value();
    for (const std::uint64_t name : NamesOf(page.title, *analyzer))
      all[name][page.site].push_back(DocId(d));
  }
  std::size_t named = 0, unnamed = 0;
  for (const auto& [name, sites] : all) {
    std::vector<DocId> expected;
    for (const auto& [site, pages] : sites) {
      const bool some = pages.size() <= kMostNamesakes;
      if (some) expected.insert(expected.end(), pages.begin(), pages.end());
      ++(some ? named : unnamed);
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(searcher->index().Named(name).value(), expected) << name;
  }
  EXPECT_TRUE(searcher->index().Named(12345).value().empty());
  EXPECT_GT(named, 50U);
  EXPECT_GT(unnamed, 10U);
}

TEST(PageNames, OfAStoreAreThoseOfItsTitles) {
  const TempFolder folder;
  const std::string store = folder.path() + "/store", crawl = folder.path() + "/crawl.jsonl";
  Dice dice(11);
  std::string lines;
  for (std::uint32_t site = 0; site < 5; ++site) lines += CrawlOf(dice, site);
  ASSERT_TRUE(TakeLines(store, crawl, lines, false).ok());
  ExpectNames(store);
  // A site is written anew, and is masked where it was.
  for (const std::uint32_t site : {1U, 3U}) {
    ASSERT_TRUE(TakeLines(store, crawl, CrawlOf(dice, site), true).ok());
    ExpectNames(store);
  }
}

}  // namespace
}  // namespace thresh
