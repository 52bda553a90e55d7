#include <gtest/gtest.h>

#include "common/report/chart/charts.h"
#include "common/report/chart/svg.h"
#include "tests/support/markup_reader.h"

namespace thresh {
namespace {

bool Has(const Markup& markup, std::string_view piece) {
  return markup.text().find(piece) != std::string::npos;
}

TEST(Markup, ElementsAreBalancedAndWordsEscaped) {
  const Markup link = WebLink("https://x.org/?a=1&b=\"", "<script>alert('x')</script>");
  EXPECT_EQ(link.text(),
            "<a href=\"https://x.org/?a=1&amp;b=&quot;\" rel=\"noreferrer\">"
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;</a>");
  for (const char* url :
       {"javascript:alert(1)", "data:text/html,x", " http://x.org", "//x.org", "file:///x", ""})
    EXPECT_EQ(WebLink(url, "x").text(), "x") << url;
  EXPECT_EQ(El("p", {}, "a\u202Eb\033").text(), "<p>ab</p>");
}

TEST(Scale, FromValuesToPixelsAndBackUp) {
  const Scale down{0, 4, 160, 20};
  EXPECT_DOUBLE_EQ(down(0), 160);
  EXPECT_DOUBLE_EQ(down(1), 125);
  EXPECT_DOUBLE_EQ(down(4), 20);
  const Scale roomy = RoomyScale(10, 30, 0, 220);  // a twentieth on both sides: 9 to 31
  EXPECT_DOUBLE_EQ(roomy(9), 0);
  EXPECT_DOUBLE_EQ(roomy(20), 110);
  EXPECT_LT(RoomyScale(5, 5, 0, 1)(4.9), RoomyScale(5, 5, 0, 1)(5.1))
      << "one value has a scale too";
}

TEST(Ticks, AreRoundAndWithinTheScale) {
  EXPECT_EQ(Ticks(Scale{0, 4, 0, 1}), (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(Ticks(Scale{0, 100, 0, 1}), (std::vector<double>{0, 20, 40, 60, 80, 100}));
  EXPECT_EQ(Ticks(Scale{0, 1, 0, 1}, 1), (std::vector<double>{0, 1})) << "half a page is none";
}

// 300 x 140 units for the columns: four of 75, and 35 a page where four are the most.
TEST(HistogramChart, ColumnsStandWhereTheirNumbersSay) {
  const Markup chart =
      HistogramChart({"title <t>", "x", "y", {1, 4, 0, 2}, {"0", "1", "2", "3", "4"}});
  EXPECT_TRUE(ReadTags(chart.text()).balanced);
  EXPECT_TRUE(Has(chart, "<title>title &lt;t&gt;</title>"));
  EXPECT_TRUE(Has(chart, "<rect x=\"41\" y=\"125\" width=\"73\" height=\"35\""));
  EXPECT_TRUE(Has(chart, "<rect x=\"116\" y=\"20\" width=\"73\" height=\"140\""));
  EXPECT_TRUE(Has(chart, "<rect x=\"191\" y=\"160\" width=\"73\" height=\"0\""));
  EXPECT_TRUE(Has(chart, "<rect x=\"266\" y=\"90\" width=\"73\" height=\"70\""));
  EXPECT_TRUE(Has(chart, "<title>3 \u2013 4: 2</title>"));
  EXPECT_TRUE(Has(chart, "<text x=\"340\" y=\"177\" text-anchor=\"middle\""));
}

TEST(HistogramChart, OneOfAMillionIsStillSeen) {
  const Markup chart = HistogramChart({"t", "x", "y", {1'000'000, 1}, {"0", "1", "2"}});
  EXPECT_TRUE(Has(chart, "<rect x=\"191\" y=\"159\" width=\"148\" height=\"1\""));
  EXPECT_TRUE(Has(chart, ">1.0M</text>"));
}

TEST(HistogramChart, NamesOfEdgesDoNotTouch) {
  Histogram h{"t", "x", "y", std::vector<std::uint64_t>(20, 1), {}};
  for (std::size_t i = 0; i <= 20; ++i) h.edges.push_back(std::to_string(5 * i) + " %");
  const std::string chart =
      HistogramChart(h).text();  // columns of 15 units, names of up to 42: every fourth
  EXPECT_EQ(CountOf(chart, " %</text>"), 6u);
  EXPECT_EQ(CountOf(chart, ">20 %</text>"), 1u);
}

TEST(HistogramChart, NothingIsAnEmptyPicture) {
  for (const Histogram& h :
       {Histogram{"t", "x", "y", {}, {"0"}}, Histogram{"t", "x", "y", {0, 0}, {"0", "1", "2"}}})
    EXPECT_TRUE(ReadTags(HistogramChart(h).text()).balanced);
}

// 210 units for 6 seconds: 35 a second; 18 a row.
TEST(TimelineChart, RowsBeginWhereTheOneBeforeEnds) {
  const Markup chart = TimelineChart(
      {"t", "seconds", {{"read", 0, 2, false}, {"<parse>", 2, 4, false}, {"part", 2, 0, true}}});
  EXPECT_TRUE(ReadTags(chart.text()).balanced);
  EXPECT_TRUE(Has(chart, "<rect x=\"90\" y=\"7\" width=\"70\" height=\"12\""));
  EXPECT_TRUE(Has(chart, "<rect x=\"160\" y=\"25\" width=\"140\" height=\"12\""));
  EXPECT_TRUE(Has(chart, "<rect x=\"160\" y=\"43\" width=\"0\" height=\"12\""));
  EXPECT_TRUE(Has(chart, "&lt;parse&gt;"));
  EXPECT_TRUE(ReadTags(TimelineChart({"t", "seconds", {}}).text()).balanced);
}

TEST(CellBars, AreSharesOfAHundred) {
  EXPECT_TRUE(Has(ShareBar(1, 4, "n"), "<rect x=\"0\" y=\"0\" width=\"75\""));
  EXPECT_TRUE(Has(ShareBar(1, 4, "n"), "<rect x=\"75\" y=\"0\" width=\"25\""));
  EXPECT_TRUE(Has(ShareBar(1, 0, "n"), "width=\"100\"")) << "no part of an empty whole";
  const Markup pair = PairBar(50, 20, 200, "n");
  EXPECT_TRUE(Has(pair, "<rect x=\"0\" y=\"0\" width=\"25\" height=\"4.5\""));
  EXPECT_TRUE(Has(pair, "<rect x=\"0\" y=\"5.5\" width=\"10\" height=\"4.5\""));
}

}  // namespace
}  // namespace thresh
