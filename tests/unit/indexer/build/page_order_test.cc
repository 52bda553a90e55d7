#include "indexer/page_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "indexer/catalog.h"

namespace thresh {
namespace {

struct Fetched {
  std::string host, path, date, docno;
  std::uint64_t words = 0;  // equal for equal words; 0: none
};

// As the fold does it.
PageOrder OrderOf(const std::vector<Fetched>& crawl) {
  Catalog catalog;
  PageOrderMaker maker;
  for (const Fetched& page : crawl) {
    const Hash128 words{page.words, page.words};
    const Arrival arrival = catalog.Add(page.host, words, page.words != 0);
    maker.Add(arrival, {page.host, "http://" + page.host + page.path, page.date, page.docno, words,
                        page.words != 0});
  }
  return maker.Finish();
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

}  // namespace
}  // namespace thresh
