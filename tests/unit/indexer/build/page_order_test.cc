#include "indexer/page_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "indexer/catalog.h"

namespace thresh {
namespace {

struct Fetched {
  std::string host, path, date, docno;
  std::uint64_t words = 0;  // equal for equal words; 0: none
};

// As the fold does it.
PageOrder OrderOf(const std::vector<Fetched>& crawl, std::uint32_t learn_pages = 0) {
  Catalog catalog;
  PageOrderMaker maker;
  for (const Fetched& page : crawl) {
    const Hash128 words{page.words, page.words};
    const Arrival arrival = catalog.Add(page.host, words, page.words != 0);
    maker.Add(arrival, {page.host, "http://" + page.host + page.path, page.date, page.docno, words,
                        page.words != 0});
  }
  return maker.Finish({}, learn_pages);
}

// The arrivals in the order of the segment.
std::vector<std::uint32_t> Arrivals(const PageOrder& order) {
  std::vector<std::uint32_t> arrivals(order.pages());
  for (std::uint32_t arrival = 0; arrival < order.arrived(); ++arrival) {
    if (const auto doc = order.Of(DocId(arrival))) arrivals[doc->value] = arrival;
  }
  return arrivals;
}

TEST(PageOrder, PagesStandByHostAndUrl) {
  const PageOrder order = OrderOf({{"b.org", "/a", "", "", 1},
                                   {"a.org", "/z", "", "", 2},
                                   {"b.org", "/A", "", "", 3},
                                   {"a.org", "/b", "", "", 4}});
  EXPECT_EQ(Arrivals(order), (std::vector<std::uint32_t>{3, 1, 2, 0}));
  EXPECT_EQ(order.Of(SiteId(0)), SiteId(1));
  EXPECT_EQ(order.Of(SiteId(1)), SiteId(0));
  EXPECT_EQ(order.superseded() + order.duplicates(), 0u);
}

// The date decides, then the docno, then the place in the input.
TEST(PageOrder, OfOneUrlTheNewestPageCounts) {
  const PageOrder order = OrderOf({{"a.org", "/1", "2024-02-01", "x", 1},
                                   {"a.org", "/1", "2024-01-01", "y", 2},
                                   {"a.org", "/2", "2024-01-01", "y", 3},
                                   {"a.org", "/2", "2024-01-01", "x", 4},
                                   {"a.org", "/3", "", "x", 5},
                                   {"a.org", "/3", "", "x", 6}});
  EXPECT_EQ(Arrivals(order), (std::vector<std::uint32_t>{0, 2, 5}));
  EXPECT_EQ(order.superseded(), 3u);
  EXPECT_FALSE(order.Of(DocId(1)));
  EXPECT_FALSE(order.IsEvidence(DocId(1)));
  EXPECT_FALSE(order.AsArrived(SiteId(0)));
}

TEST(PageOrder, TheFirstCopyIsThatOfTheFirstUrl) {
  const PageOrder order = OrderOf({{"a.org", "/m", "", "", 7},
                                   {"a.org", "/a", "", "", 7},
                                   {"b.org", "/a", "", "", 7},
                                   {"a.org", "/e", "", "", 0},
                                   {"a.org", "/f", "", "", 0}});
  EXPECT_EQ(order.duplicates(), 1u);
  EXPECT_EQ(order.FirstCopy(*order.Of(DocId(0))), order.Of(DocId(1)));
  EXPECT_FALSE(order.IsEvidence(DocId(0)));
  EXPECT_TRUE(order.IsEvidence(DocId(1)));
  EXPECT_FALSE(order.AsArrived(SiteId(0))) << "the page that came first is the copy";
  EXPECT_TRUE(order.AsArrived(SiteId(1)));
}

// ---- pages that go

// Three pages of the store, and what the crawl says of them.
class GoneTest : public ::testing::Test {
 protected:
  void Page(const std::string& path, const std::string& date, bool stored, bool broken = false) {
    const Arrival arrival = catalog_.Add("a.org", {++words_, words_}, true);
    const std::string url = "http://a.org" + path;
    maker_.Add(arrival, {"a.org", url, date, "", {words_, words_}, true, stored, broken});
  }
  void Event(RecordKind kind, const std::string& path, const std::string& date,
             std::uint32_t status = 404, const std::string& target = "") {
    const std::string url = "http://a.org" + path;
    maker_.AddEvent({"a.org", url, date, kind, status, false, false, maker_.pages(), target});
  }
  std::size_t Left(GoneRules rules = {}) {
    for (const char* path : {"/1", "/2", "/3"}) Page(path, "2024-02", true);
    order_ = maker_.Finish(rules);
    return order_.pages();
  }

  Catalog catalog_;
  PageOrderMaker maker_;
  PageOrder order_;
  std::uint64_t words_ = 0;
};

TEST_F(GoneTest, ANewerRecordTakesThePage) {
  Event(RecordKind::kGone, "/1", "2024-03");
  Event(RecordKind::kGone, "/2", "2024-01");
  Event(RecordKind::kGone, "/9", "2024-03");
  EXPECT_EQ(Left(), 2u);
  EXPECT_FALSE(order_.Of(DocId(0))) << "/1";
}

TEST_F(GoneTest, AtTheSameTimeTheCrawlCounts) {
  Event(RecordKind::kGone, "/1", "2024-02");
  EXPECT_EQ(Left(), 2u);
}

// The crawl is silent on /2 and /3. What it says of /1 counts, and the bound holds.
TEST_F(GoneTest, ACrawlOfWhichAPartIsLostDoesNotSayWhatItDoesNotName) {
  for (const bool lost : {false, true}) {
    for (const double most_gone : {0.0, 1.0}) {
      maker_ = {};
      catalog_ = {};
      Event(RecordKind::kGone, "/1", "2024-03");
      EXPECT_EQ(Left({.most_gone = most_gone, .complete = {"a.org"}, .lost = lost}), most_gone == 0
                                                                                         ? 3u
                                                                                     : lost ? 2u
                                                                                            : 0u);
      const std::size_t guarded = order_.guarded().empty() ? 0 : order_.guarded().front().second;
      EXPECT_EQ(guarded, most_gone == 0 ? 3u : lost ? 2u : 0u);
    }
  }
}

TEST_F(GoneTest, InACrawlTheLaterRecordCounts) {
  Page("/4", "", false);
  Event(RecordKind::kGone, "/4", "");
  Event(RecordKind::kGone, "/5", "");
  Page("/5", "", false);
  EXPECT_EQ(Left(), 4u);
  EXPECT_FALSE(order_.Of(DocId(0))) << "/4";
  EXPECT_TRUE(order_.Of(DocId(1))) << "/5";
}

TEST_F(GoneTest, APageThatWasSeenLaterStays) {
  Event(RecordKind::kSeen, "/1", "2024-04", 304);
  Event(RecordKind::kGone, "/1", "2024-03");
  EXPECT_EQ(Left(), 3u);
}

TEST_F(GoneTest, APageThatAnEarlierCrawlHasSeenLaterStays) {
  Event(RecordKind::kGone, "/1", "2024-03");
  Event(RecordKind::kGone, "/2", "2024-03");
  GoneRules rules;
  rules.seen = [](std::string_view host, std::string_view url) {
    EXPECT_EQ(host, "a.org");
    return std::string(url == "http://a.org/1" ? "2024-04" : "2024-03");
  };
  EXPECT_EQ(Left(rules), 2u);
  EXPECT_TRUE(order_.Of(DocId(0))) << "/1";
}

TEST_F(GoneTest, AServerWithoutAnAnswerTakesNothing) {
  Event(RecordKind::kMissed, "/1", "2024-03", 503);
  EXPECT_EQ(Left(), 3u);
}

TEST_F(GoneTest, TheGuardKeepsASiteThatWouldMostlyGo) {
  Event(RecordKind::kGone, "/1", "2024-03");
  Event(RecordKind::kGone, "/2", "2024-03");
  EXPECT_EQ(Left({0.5, {}}), 3u);
  ASSERT_EQ(order_.guarded().size(), 1u);
  EXPECT_EQ(order_.guarded()[0], std::pair(std::string("a.org"), std::size_t{2}));
}

TEST_F(GoneTest, TheGuardDoesNotCountPagesThatHaveMoved) {
  Page("/new1", "2024-03", false);
  Event(RecordKind::kGone, "/1", "2024-03", 301, "http://a.org/new1");
  Event(RecordKind::kGone, "/2", "2024-03", 308, "http://a.org/way");
  Event(RecordKind::kGone, "/way", "2024-03", 301, "http://a.org/new2");
  Event(RecordKind::kSeen, "/new2", "2024-03", 304);
  EXPECT_EQ(Left({0.3, {}}), 2u) << "/3 and /new1";
  EXPECT_EQ(order_.moved(), 2u);
  EXPECT_TRUE(order_.guarded().empty());
}

// A server that is broken leads all its pages to one, to none or in a ring.
TEST_F(GoneTest, TheGuardCountsPagesThatAreLedAstray) {
  Page("/new", "2024-03", false);
  Event(RecordKind::kGone, "/1", "2024-03", 301, "http://a.org/new");
  Event(RecordKind::kGone, "/2", "2024-03", 301, "http://a.org/new");
  Event(RecordKind::kGone, "/3", "2024-03", 301, "http://a.org/ring");
  Event(RecordKind::kGone, "/ring", "2024-03", 301, "http://a.org/3");
  EXPECT_EQ(Left({0.5, {}}), 4u);
  EXPECT_EQ(order_.moved(), 0u);
  ASSERT_EQ(order_.guarded().size(), 1u);
  EXPECT_EQ(order_.guarded()[0].second, 3u);
}

TEST_F(GoneTest, TheGuardLetsAPartGo) {
  Event(RecordKind::kGone, "/1", "2024-03");
  EXPECT_EQ(Left({0.5, {}}), 2u);
  EXPECT_TRUE(order_.guarded().empty());
}

TEST_F(GoneTest, GoneForGoodIsNotGuarded) {
  for (const char* path : {"/1", "/2"}) Event(RecordKind::kGone, path, "2024-03", 410);
  EXPECT_EQ(Left({0.1, {}}), 1u);
}

TEST_F(GoneTest, OfACompleteCrawlWhatItDoesNotNameGoes) {
  Page("/1", "2024-03", false);
  Event(RecordKind::kMissed, "/2", "2024-03", 503);
  EXPECT_EQ(Left({1, {"a.org"}}), 2u);
  EXPECT_EQ(order_.superseded(), 0u);
}

TEST_F(GoneTest, AnotherCrawlIsNotComplete) {
  Page("/1", "2024-03", false);
  EXPECT_EQ(Left({1, {"b.org"}}), 3u);
}

// ---- pages whose transfer broke off

TEST_F(GoneTest, APieceDoesNotReplaceAWholePage) {
  Page("/1", "2024-03", false, true);
  Page("/1", "2024-01", false, true);
  Page("/2", "2024-01", false, true);
  EXPECT_EQ(Left(), 3u);
  EXPECT_FALSE(order_.Of(DocId(0)));
  EXPECT_TRUE(order_.IsStored(*order_.Of(DocId(3)))) << "/1";
  ASSERT_EQ(order_.events().size(), 1u) << "the newer piece is a miss";
  const CrawlEvent& miss = order_.events().front();
  EXPECT_EQ(std::tuple(miss.url, miss.date, miss.kind, miss.broken),
            std::tuple("http://a.org/1", "2024-03", RecordKind::kMissed, true));
  EXPECT_EQ(order_.superseded(), 2u) << "older pieces";
}

TEST_F(GoneTest, APieceIsBetterThanNoPage) {
  Page("/4", "2024-03", false, true);
  Page("/4", "2024-04", false, true);
  Page("/5", "2024-04", false, true);
  Page("/5", "2024-03", false);
  EXPECT_EQ(Left(), 5u);
  EXPECT_TRUE(order_.IsBroken(*order_.Of(DocId(1)))) << "/4, the newer one";
  EXPECT_FALSE(order_.IsBroken(*order_.Of(DocId(3)))) << "/5, the older and whole one";
  EXPECT_EQ(order_.events().size(), 1u);
}

// As if the records had come one by one.
TEST_F(GoneTest, APieceStaysWhereAWholePageGoes) {
  Page("/1", "2024-04", false, true);
  Event(RecordKind::kGone, "/1", "2024-03");
  Page("/2", "2024-03", false, true);
  Event(RecordKind::kGone, "/2", "2024-04");
  EXPECT_EQ(Left(), 2u);
  EXPECT_TRUE(order_.Of(DocId(0))) << "/1";
  EXPECT_FALSE(order_.Of(DocId(1))) << "/2";
}

TEST_F(GoneTest, ASiteWithoutPagesHasNoNumber) {
  for (const char* path : {"/1", "/2", "/3"}) Event(RecordKind::kGone, path, "2024-03");
  EXPECT_EQ(Left(), 0u);
  EXPECT_EQ(order_.Of(SiteId(0)), PageOrder::kNoSite);
}

TEST(PageOrder, ACopyOfAPageThatIsSupersededIsNone) {
  const PageOrder order = OrderOf(
      {{"a.org", "/1", "1", "", 7}, {"a.org", "/2", "1", "", 7}, {"a.org", "/1", "2", "", 8}});
  EXPECT_EQ(order.duplicates(), 0u);
  EXPECT_TRUE(order.IsEvidence(DocId(1)));
}

TEST(PageOrder, StrikesAreRenumberedAndThoseOnSupersededPagesGo) {
  const PageOrder order = OrderOf(
      {{"b.org", "/1", "2", "", 1}, {"b.org", "/1", "1", "", 2}, {"a.org", "/1", "", "", 3}});
  Strikes strikes;
  strikes.templates = {{SiteId(0), {1, 1}, {"rule", {}}}};
  strikes.strikes = {{DocId(0), BlockNo(4), TemplateId(0), 9},
                     {DocId(1), BlockNo(5), TemplateId(0), 9}};
  const Strikes renumbered = order.Renumbered(strikes);
  EXPECT_EQ(renumbered.templates.at(0).site, SiteId(1));
  ASSERT_EQ(renumbered.strikes.size(), 1u);
  EXPECT_EQ(renumbered.strikes[0].doc, DocId(1));
  EXPECT_EQ(renumbered.strikes[0].block, BlockNo(4));
}

TEST(PageOrder, NoPageIsAnOrder) {
  const PageOrder order = OrderOf({});
  EXPECT_EQ(order.pages() + order.arrived() + order.sites(), 0u);
}

// Duplicates and superseded pages are no evidence, so they are in no sample.
TEST(PageOrder, ASampleIsDrawnByTheUrlsOfTheEvidence) {
  std::vector<Fetched> crawl;
  for (std::uint64_t page = 0; page < 40; ++page) {
    crawl.push_back({"a.org", "/" + std::to_string(page), "2024", "", page + 1});
    crawl.push_back({"a.org", "/copy" + std::to_string(page), "2024", "", page + 1});
    crawl.push_back({"a.org", "/" + std::to_string(page), "2023", "", page + 100});
    if (page < 10) crawl.push_back({"b.org", "/" + std::to_string(page), "2024", "", page + 1});
  }
  const auto sample = [](const std::vector<Fetched>& pages) {
    const PageOrder order = OrderOf(pages, 10);
    std::set<std::string> urls;
    for (std::uint32_t page = 0; page < pages.size(); ++page) {
      if (!order.IsSample(DocId(page))) continue;
      EXPECT_TRUE(order.IsEvidence(DocId(page)));
      urls.insert(pages[page].host + pages[page].path);
    }
    for (SiteId site; site.value < order.sites(); ++site.value) {
      const bool large = order.Host(site) == "a.org";
      EXPECT_EQ(order.LearntFrom(site), large ? 10U : 0U);
      EXPECT_EQ(order.Evidence(site), large ? 40U : 10U);
    }
    return urls;
  };
  std::vector<std::pair<Hash128, std::string>> hashes;  // the slow twin
  for (int page = 0; page < 40; ++page) {
    const std::string place = "a.org/" + std::to_string(page);
    hashes.emplace_back(HashBytes("http://" + place), place);
  }
  std::sort(hashes.begin(), hashes.end());
  std::set<std::string> smallest;
  for (std::size_t i = 0; i < 10; ++i) smallest.insert(hashes[i].second);
  EXPECT_EQ(sample(crawl), smallest);
  std::reverse(crawl.begin(), crawl.end());
  EXPECT_EQ(sample(crawl), smallest);
}

}  // namespace
}  // namespace thresh
