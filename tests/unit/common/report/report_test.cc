#include <gtest/gtest.h>

#include "common/report/report.h"
#include "common/report/sightings.h"
#include "tests/support/markup_reader.h"
#include "tests/unit/common/store/row_store.h"

namespace thresh {
namespace {

const std::string kHostile =
    "</title></style><script src=//evil.example/x.js></script><img src=x onerror=alert(1)>\" "
    "onload='x' "
    "\u202E\033[2J\xff &amp; ]]> -->";

struct MadePage {
  std::uint32_t seen = 0, indexed = 0;
};

// Pages of one site or two, each with a link to the next one, and templates with these supports.
SmallRows MakeReportRows(const std::vector<MadePage>& pages,
                         const std::vector<std::uint32_t>& supports,
                         const std::vector<std::string>& hosts, const std::string& text) {
  SmallRows rows = MakeRows(static_cast<std::uint32_t>(pages.size()), text);
  std::vector<SiteRecord> sites;
  for (const std::string& host : hosts) sites.push_back({host, {}});
  const auto url_of = [&](std::size_t d) {
    return "http://" + hosts[d % hosts.size()] + "/" + text + std::to_string(d);
  };
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    LinksRecord links;
    links.links.push_back({url_of((d + 1) % pages.size()), BlockNo(0), 0, 1});
    DocRecord page;
    page.url = url_of(d);
    RowsOf(&rows, Family::kLinks)[DocKey(DocId(d))] = links.Encode(page.url);
    page.title = text;
    page.site = SiteId(d % static_cast<std::uint32_t>(hosts.size()));
    page.body_tokens_seen = pages[d].seen;
    page.body_tokens_indexed = pages[d].indexed;
    RowsOf(&rows, Family::kDocs)[DocKey(DocId(d))] = page.Encode();
    Statistics& s = sites[page.site.value].statistics;
    ++s.docs;
    s.tokens_seen += pages[d].seen;
    s.tokens_indexed += pages[d].indexed;
  }
  Statistics total;
  for (const SiteRecord& site : sites) total.Add(site.statistics);
  total.templates = supports.size();
  for (std::uint32_t t = 0; t < supports.size(); ++t) {
    TemplateRecord record;
    record.support = supports[t];
    record.tokens = 3;
    record.rule = {"incremental.segments",
                   {RuleField::Count(5), RuleField::Share(0.7), RuleField::Text(text)}};
    record.text = text;
    RowsOf(&rows, Family::kTemplates)[TemplateKey(TemplateId(t))] = record.Encode();
  }
  auto& meta = RowsOf(&rows, Family::kMeta);
  meta[std::string(kMetaStatistics)] = total.Encode();
  meta[std::string(kMetaSites)] = EncodeSites(sites);
  meta[std::string(kMetaDetector)] = text;
  return rows;
}

class Report : public ::testing::Test {
 protected:
  // Opens a store made of these rows; it lives as long as the test.
  const Store& Open(const SmallRows& rows, void (*change)(Manifest*) = nullptr) {
    const std::string path = folder_ / ("s" + std::to_string(stores_.size()));
    Manifest manifest = Publish(path, 1, rows);
    if (change != nullptr) {
      change(&manifest);
      EXPECT_TRUE(WriteFileDurably(path + "/" + ManifestName(1), manifest.Encode()).ok());
    }
    Result<std::unique_ptr<Store>> store = Store::Open(path);
    EXPECT_TRUE(store.ok()) << store.status().message();
    stores_.push_back(std::move(*store));
    return *stores_.back();
  }

  // The report as a reader sees it; whatever it holds, it is whole and asks nobody for anything.
  std::string Html(const StoreReport& report) {
    const std::string html = ReportHtml(report);
    const std::size_t style = html.find("<style>"), end = html.find("</style>");
    const ReadMarkup read = ReadTags(html.substr(0, style) + html.substr(end + 8));
    EXPECT_TRUE(read.balanced);
    for (const std::string& tag : read.tags) {
      const std::string name = tag.substr(0, tag.find(' '));
      EXPECT_FALSE(name == "script" || name == "img" || name == "link" || name == "iframe" ||
                   name == "style")
          << tag;
      for (const char* attribute : {" on", " src", " style"})
        EXPECT_EQ(NamesOf(tag).find(attribute), std::string::npos) << tag;
      const bool link = tag.starts_with("a href=\"http") && tag.ends_with(" rel=\"noreferrer\"");
      EXPECT_TRUE(name != "a" || link) << tag;
    }
    EXPECT_EQ(CountOf(html.substr(style, end - style), "url("), 0u);
    EXPECT_EQ(CountOf(html, "default-src &#39;none&#39;"), 1u);
    EXPECT_EQ(html.find('\033'), std::string::npos);
    EXPECT_EQ(html.find("\u202E"), std::string::npos);
    return html;
  }

  TempFolder folder_;
  std::vector<std::unique_ptr<Store>> stores_;
};

TEST_F(Report, CountsPagesByTheShareOfTheirWordsThatWent) {
  // 0, 4.9, 5, 50 and 100 % of their words, and a page that had none.
  const Store& store = Open(MakeReportRows(
      {{1000, 1000}, {1000, 951}, {100, 95}, {10, 5}, {10, 0}, {0, 0}}, {}, {"x.org"}, "t"));
  const Result<StoreReport> report = ReadReport(store, nullptr, 5);
  ASSERT_TRUE(report.ok()) << report.status().message();
  const StoreReport& r = report.value();
  EXPECT_EQ(r.pages_by_share[0], 2u);
  EXPECT_EQ(r.pages_by_share[1], 1u);
  EXPECT_EQ(r.pages_by_share[10], 1u);
  EXPECT_EQ(r.pages_by_share[19], 1u);
  EXPECT_EQ(r.pages_without_words, 1u);
  EXPECT_EQ(r.pages_untouched, 1u);
  EXPECT_DOUBLE_EQ(r.median_share, 0.05);
  const std::string html = Html(r);
  EXPECT_NE(html.find("No template was found."), std::string::npos);
  EXPECT_EQ(html.find("Templates by the number of pages"), std::string::npos) << "no empty picture";
}

TEST_F(Report, CountsTemplatesByPowersOfTwo) {
  const Store& store =
      Open(MakeReportRows({{9, 1}, {9, 9}}, {1024, 1023, 5, 4, 3, 1}, {"a.org", "b.org"}, "t"));
  const Result<StoreReport> report = ReadReport(store, nullptr, 2);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_EQ(report.value().templates_by_support,
            (std::vector<std::uint64_t>{1, 1, 2, 0, 0, 0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(report.value().templates.shown.size(), 2u);
  const std::string html = Html(report.value());
  for (const char* piece : {"a.org", "b.org", "all sites", "2 of 6", ">44.4 %<"})
    EXPECT_NE(html.find(piece), std::string::npos) << piece;
  EXPECT_NE(Html(ReadReport(store, nullptr, 0).value()).find("0 of 6"), std::string::npos)
      << "found, not shown";
}

TEST_F(Report, OfAStoreWithoutAPage) {
  const Result<StoreReport> report =
      ReadReport(Open(MakeReportRows({}, {}, {"x.org"}, "t")), nullptr, 5);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_NE(Html(report.value()).find("all sites"), std::string::npos);
}

TEST_F(Report, OfAStoreWithOnePage) {
  const Result<StoreReport> report =
      ReadReport(Open(MakeReportRows({{7, 7}}, {}, {"x.org"}, "t")), nullptr, 5);
  ASSERT_TRUE(report.ok()) << report.status().message();
  EXPECT_NE(Html(report.value()).find("Nothing was removed from 1 page."), std::string::npos);
}

TEST_F(Report, PicturesComeFirstCountersLastAndTitlesBeforeAddresses) {
  SmallRows rows = MakeReportRows({{7, 3}, {8, 2}}, {2}, {"x.org"}, "t");
  DocRecord page;
  page.url = "http://x.org/a";
  page.title = "A title";
  RowsOf(&rows, Family::kDocs)[DocKey(DocId(0))] = page.Encode();
  const std::string html = Html(ReadReport(Open(rows), nullptr, 5).value());
  std::size_t at = 0;
  for (const char* title : {"Pages and templates", "Reduction", "Sites", "Heaviest templates",
                            "Column families", "Skipped, changed, counted"}) {
    const std::size_t next = html.find("<h2>" + std::string(title));
    EXPECT_NE(next, std::string::npos) << title;
    EXPECT_GT(next, at) << title;
    at = next;
  }
  EXPECT_EQ(html.find("<h2>", at + 1), std::string::npos) << "nothing behind the counters";
  EXPECT_LT(html.find("A title"), html.find("http://x.org/a"));
}

TEST_F(Report, HostileTextIsTextAndBadLinksAreNone) {
  const std::string host = "x.org\"><script>alert(1)</script>";
  const std::string text = kHostile + std::string(10'000, 'w');
  SmallRows rows = MakeReportRows({{7, 3}, {8, 2}}, {2}, {host}, text);
  DocRecord page;
  page.url = "javascript:alert(document.domain)";
  RowsOf(&rows, Family::kDocs)[DocKey(DocId(0))] = page.Encode();
  // Both pages are among the best, since each links to the other.
  const std::array<std::string, 2> urls = {page.url, "http://" + host + "/" + text + "1"};
  for (std::uint32_t d = 0; d < 2; ++d) {
    LinksRecord links;
    links.links.push_back({urls[1 - d], BlockNo(0), 0, 1});
    RowsOf(&rows, Family::kLinks)[DocKey(DocId(d))] = links.Encode(urls[d]);
  }
  const Store& store = Open(rows, [](Manifest* manifest) {
    manifest->inputs = {kHostile};
    manifest->created = kHostile;
    manifest->config = {{"base-url", kHostile}, {"<script>", "x"}};
    manifest->seconds = {{"<script>\x1b[2J", 2}, {"read", 1}, {"cpu", 4}, {"wall", 4}};
    manifest->counters[Counter::kRecordsRead] = 9;
    manifest->counters[Counter::kSkippedBomb] = 3;
  });
  const Result<StoreReport> report = ReadReport(store, nullptr, 5);
  ASSERT_TRUE(report.ok()) << report.status().message();
  const std::string html = Html(report.value());
  EXPECT_EQ(CountOf(html, "<script"), 0u);
  EXPECT_GT(CountOf(html, "&lt;script"), 3u);
  EXPECT_EQ(CountOf(html, "href=\"javascript"), 0u);
  EXPECT_NE(html.find("javascript:alert(document.domain)"), std::string::npos) << "as text";
  EXPECT_EQ(report.value().best_pages->best[1].size(), 2u);
  for (const char* piece : {"skipped_bomb", "33.3 %", "Did not occur: "})
    EXPECT_NE(html.find(piece), std::string::npos) << piece;
}

TEST_F(Report, StagesLieEndToEndAndPartsWithinThem) {
  const Store& store = Open(MakeReportRows({{7, 7}}, {}, {"x.org"}, "t"), [](Manifest* manifest) {
    manifest->seconds = {{"read", 1},  {"digest.parse", 3}, {"digest", 4},
                         {"merge", 1}, {"cpu", 7},          {"wall", 9}};
  });
  const std::string html = Html(ReadReport(store, nullptr, 5).value());
  // 210 units for 7 seconds: 30 a second from 90 on.
  EXPECT_NE(html.find("<rect x=\"120\" y=\"25\" width=\"120\""), std::string::npos) << "digest";
  EXPECT_NE(html.find("<rect x=\"120\" y=\"43\" width=\"90\""), std::string::npos) << "parse";
  EXPECT_NE(html.find("<rect x=\"240\" y=\"61\" width=\"30\""), std::string::npos) << "merge";
  EXPECT_NE(html.find("<rect x=\"270\" y=\"79\" width=\"30\""), std::string::npos) << "other";
}

TEST_F(Report, TellsOfLinksAndOfTimeWhereThereAreAny) {
  const SmallRows rows = MakeReportRows({{9, 1}, {9, 9}}, {}, {"x.org"}, "t");
  const std::string timed = Html(ReadReport(Open(rows,
                                                 [](Manifest* manifest) {
                                                   manifest->seconds = {{"wall", 9}};
                                                 }),
                                            nullptr, 5)
                                     .value());
  EXPECT_NE(timed.find("built in"), std::string::npos);
  EXPECT_NE(timed.find("By PageRank. Of 2 links between pages"), std::string::npos);
  const SmallRows alone = MakeReportRows({{9, 1}}, {}, {"x.org"}, "t");
  const std::string untimed = Html(ReadReport(Open(alone), nullptr, 5).value());
  EXPECT_EQ(untimed.find("built in"), std::string::npos);
  EXPECT_NE(untimed.find("No page links to another page"), std::string::npos);
}

TEST_F(Report, SaysHowMuchOfAllThatWasRemovedATemplateIs) {
  TemplateCard card;
  card.record.tokens_removed = 5;
  EXPECT_NE(CardFacts(card, 20).text().find(": 25.0 % of all that was removed"), std::string::npos);
  EXPECT_EQ(CardFacts(card, 0).text().find("of all that"), std::string::npos);
}

TEST(Sightings, WordsThatOneOfThemLacksVary) {
  Sighting first, second, third;
  first.text = "home news 4 help";
  second.text = "home help 5 news";
  third.text = "home news six help";
  EXPECT_EQ(CommonTo({first, second, third}), (CommonWords{"help", "home", "news"}));
  EXPECT_EQ(CommonTo({third}), (CommonWords{"help", "home", "news", "six"}));
  EXPECT_EQ(CommonTo({}), CommonWords{});
}

TEST_F(Report, ComparesOnlyWhatCanBeCompared) {
  const Store& store = Open(MakeReportRows({{9, 1}, {9, 9}}, {2}, {"x.org"}, "t"));
  const Store& whole = Open(MakeReportRows({{9, 9}, {9, 9}}, {}, {"x.org"}, "t"));
  const Result<StoreReport> report = ReadReport(store, &whole, 5);
  ASSERT_TRUE(report.ok()) << report.status().message();
  const std::string html = Html(report.value());
  for (const char* piece : {"without removal", whole.path().c_str(), "bytes saved"})
    EXPECT_NE(html.find(piece), std::string::npos) << piece;

  const auto why = [&](const Store& other) {
    return ReadReport(store, &other, 5).status().message();
  };
  EXPECT_NE(why(store).find("text was removed from it; build it with --detector none"),
            std::string::npos);
  const Store& fewer = Open(MakeReportRows({{18, 18}}, {}, {"x.org"}, "t"));
  EXPECT_NE(why(fewer).find("it holds other pages (1 with 18 words, not 2 with 18)"),
            std::string::npos);
}

}  // namespace
}  // namespace thresh
