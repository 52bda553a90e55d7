// The spine detector as a whole: the worked example, and what may not change its verdicts.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <regex>

#include "common/base/dense_ids.h"
#include "indexer/detect/spine/judge.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/log_bytes.h"
#include "indexer/detect/spine/parameters.h"
#include "tests/unit/indexer/detect/spine/pages.h"

namespace thresh {
namespace {

using Texts = std::set<std::string>;

std::unique_ptr<Detector> MakeSpine() { return FindDetector("spine")->make({}); }

TEST(Spine, WorkedExample) {
  const SiteVerdicts verdicts = ExampleSite().Judge("spine");
  EXPECT_EQ(verdicts.Struck(), (Texts{"Prev", "Next", "Copyright 2004 Example"}));
  for (const char* text : {"Prev", "Next", "Copyright 2004 Example"})
    EXPECT_TRUE(verdicts.AllStruck(text)) << text;
  const SiteVerdicts::Text& prev = verdicts.pages[7][0];
  EXPECT_EQ(prev.text, "Prev");
  EXPECT_EQ(prev.score, 40);
  EXPECT_EQ(RuleDetail(prev.rule),
            "spine.O1: style body > div.nav, pages 40, site_pages 40, coverage 100 %, dense 40 %, "
            "single 0 %, links 0 %, off_page 40 %");
  const SiteVerdicts::Text& foot = verdicts.pages[7].back();
  EXPECT_EQ(foot.score, 100);
  EXPECT_EQ(RuleDetail(foot.rule),
            "spine.O1: style body > p.foot, pages 40, site_pages 40, coverage 100 %, dense 100 %, "
            "single 0 %, links 0 %, off_page 0 %");
}

// The same bar inside the content. If its titles are links, its style says that it is a bar. If
// they are plain text, its labels are known by where they stand: before all that is the page's own.
TEST(Spine, BarInsideTheContent) {
  for (const bool linked : {false, true}) {
    HtmlSite site;
    for (int i = 0; i < 40; ++i) {
      const std::string n = std::to_string(i), title = "t" + n + "a t" + n + "b t" + n + "c";
      const std::string shown = linked ? Anchor(title, "up" + n) : "<b>" + title + "</b>";
      site.Add("<div class=\"foot\">Copyright</div><div class=\"sect1\"><div class=\"bar\">" +
               Anchor("Prev", "a" + n) + shown + Anchor("Next", "b" + n) + "</div><h1>" + title +
               "</h1>" + P(OwnWords(60, n)) + "</div>");
    }
    const SiteVerdicts verdicts = site.Judge("spine");
    EXPECT_EQ(verdicts.Struck(), (Texts{"Prev", "Next", "Copyright"}));
    EXPECT_EQ(verdicts.pages[7][1].text, "Prev");
    EXPECT_EQ(verdicts.pages[7][1].rule.name, linked ? "spine.I2" : "spine.head");
  }
}

TEST(Spine, OrderOfPagesDoesNotShow) {
  const std::vector<Page> pages = ExampleSite().Digest(Segmentation::kTextNodes);
  const auto straight = HtmlSite::JudgePages(MakeSpine().get(), pages, pages.size());
  Dice dice(3);
  for (int round = 0; round < 5; ++round) {
    std::vector<std::size_t> order(pages.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice.Below(i)]);
    std::vector<Page> shuffled;
    for (const std::size_t i : order) shuffled.push_back(pages[i]);
    const auto verdicts = HtmlSite::JudgePages(MakeSpine().get(), shuffled, pages.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      EXPECT_EQ(verdicts.pages[i], straight.pages[order[i]]);
  }
}

TEST(Spine, CutsOfRunsDoNotShow) {
  const std::vector<Page> pages = ExampleSite().Digest(Segmentation::kTextNodes);
  const auto whole = HtmlSite::JudgePages(MakeSpine().get(), pages, pages.size());
  for (const std::size_t run : {1U, 3U, 7U, 39U}) {
    EXPECT_EQ(HtmlSite::JudgePages(MakeSpine().get(), pages, run).pages, whole.pages) << run;
  }
}

spine::SiteLog LogOf(std::span<const Page> pages, std::size_t first = 0) {
  spine::SiteLog log;
  for (std::size_t p = 0; p < pages.size(); ++p)
    log.Append(pages[p], DocId(static_cast<std::uint32_t>(first + p)));
  return log;
}

std::string Saved(const spine::SiteLog& log) {
  return Encoded([&](RecordWriter& out) { log.Save(&out); });
}

bool Restored(std::string_view bytes, spine::SiteLog* log) {
  return Decoded(bytes, [&](RecordReader& in) { log->Restore(&in); });
}

// The logs of any runs, joined, are the log of all pages, down to its numbers.
TEST(SpineLog, PartsJoined) {
  const std::vector<Page> pages = ExampleSite().Digest(Segmentation::kTextNodes);
  const std::string whole = Saved(LogOf(pages));
  for (const std::size_t run : {1U, 3U, 13U, 39U, 40U}) {
    spine::SiteLog all;
    for (std::size_t p = 0; p < pages.size(); p += run) {
      const std::size_t n = std::min(run, pages.size() - p);
      spine::SiteLog part;
      ASSERT_TRUE(Restored(Saved(LogOf(std::span(pages).subspan(p, n), p)), &part));
      all.Join(part, [](DocId) { return true; });
    }
    all.CountPages();
    EXPECT_EQ(Saved(all), whole) << run;
    EXPECT_EQ(all.all_texts(), LogOf(pages).all_texts());
  }
}

TEST(SpineLog, DamageIsRefused) {
  const std::string bytes = Saved(LogOf(ExampleSite(8).Digest(Segmentation::kTextNodes)));
  for (std::size_t size = 0; size < bytes.size(); size += 13) {
    spine::SiteLog log;
    EXPECT_FALSE(Restored(bytes.substr(0, size), &log)) << size;
  }
  Dice dice(5);
  for (int round = 0; round < 500; ++round) {
    std::string damaged = bytes;
    damaged[dice.Below(damaged.size())] = static_cast<char>(dice.Below(256));
    spine::SiteLog log, all;
    if (!Restored(damaged, &log)) continue;
    all.Join(log, [](DocId doc) { return doc.value % 3 != 1; });
    all.CountPages();
    Strikes strikes;  // whatever it says, it must not fall over
    EXPECT_TRUE(spine::JudgeSite(all, SiteId(0), ReadSpineParameters({}), &strikes).ok());
  }
}

TEST(SpineJudge, AStopEndsEveryPass) {
  const spine::SiteLog log = LogOf(ExampleSite().Digest(Segmentation::kTextNodes));
  for (const std::size_t decoded_bytes : {std::size_t{0}, spine::PassLimits().decoded_bytes}) {
    const std::atomic<bool> stop{true};
    Strikes strikes;
    const Status judged = spine::JudgeSite(log, SiteId(0), ReadSpineParameters({}), &strikes,
                                           {.decoded_bytes = decoded_bytes, .stop = &stop});
    EXPECT_EQ(judged.code(), Code::kInterrupted);
    EXPECT_TRUE(strikes.strikes.empty());
  }
}

// Runs that come again, with and without a change, and what is new between them.
TEST(DenseIds, NumberAsAMapDoes) {
  Dice dice(11);
  DenseIds ids;
  std::map<std::uint64_t, std::uint32_t> slow;
  std::vector<std::uint64_t> told;
  for (int round = 0; round < 400; ++round) {
    const std::size_t from = told.empty() ? 0 : dice.Below(told.size());
    const std::size_t to = std::min(told.size(), from + dice.Below(40));
    std::vector<std::uint64_t> run(told.begin() + static_cast<std::ptrdiff_t>(from),
                                   told.begin() + static_cast<std::ptrdiff_t>(to));
    for (std::size_t n = dice.Below(10); n > 0; --n)
      run.push_back(std::uint64_t{dice.Below(5000)} << dice.Below(2) * 32);
    for (const std::uint64_t key : run) {
      told.push_back(key);
      EXPECT_EQ(ids.Add(key), slow.try_emplace(key, slow.size()).first->second);
    }
  }
  ASSERT_EQ(ids.size(), slow.size());
  for (const auto& [key, number] : slow) EXPECT_EQ(ids.Keys()[number], key);
}

TEST(Spine, NamesMeanNothing) {
  const SiteVerdicts before = ExampleSite().Judge("spine");
  HtmlSite renamed = ExampleSite();
  for (auto& [url, html] : renamed.pages()) {
    html = std::regex_replace(html, std::regex("class=\"(\\w)(\\w*)\""), "class=\"q$2-$1\"");
  }
  const SiteVerdicts after = renamed.Judge("spine");
  for (std::size_t p = 0; p < before.pages.size(); ++p) {
    for (std::size_t t = 0; t < before.pages[p].size(); ++t) {
      EXPECT_EQ(before.pages[p][t].struck, after.pages[p][t].struck);
      EXPECT_EQ(before.pages[p][t].score, after.pages[p][t].score);
    }
  }
}

// Ids of the page and states of its menu are no reason to tell two styles apart.
TEST(Spine, PageIdsAndStatesAreCleanedAway) {
  HtmlSite site;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    site.Add("<div class=\"menu menu-" + n + (i % 3 == 0 ? " is-active" : "") + "\" id=\"m" + n +
             "\">" + Anchor("Home page", "/") + "</div>" + Article(i));
  }
  EXPECT_TRUE(site.Judge("spine").AllStruck("Home page"));
}

TEST(Spine, ColumnsAreNotFoldedTogether) {
  HtmlSite site;
  for (int i = 0; i < 30; ++i) {
    site.Add("<div class=\"col-3\">" + Anchor("Home page", "/") + "</div><div class=\"col-9\">" +
             P(OwnWords(60, std::to_string(i))) + P("Note this") + "</div>");
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_TRUE(verdicts.AllStruck("Home page"));
  EXPECT_TRUE(verdicts.NoneStruck("Note this"));
}

TEST(Spine, TwoSitesAreJudgedApart) {
  HtmlSite site;
  for (int i = 0; i < 20; ++i) {
    site.Add("http://a.example/" + std::to_string(i), Menu() + Article(i));
    if (i < 4) site.Add("http://b.example/" + std::to_string(i), Menu() + Article(100 + i));
  }
  const SiteVerdicts verdicts = site.Judge("spine");
  EXPECT_EQ(verdicts.Count("Home page", true), 20U);
  EXPECT_EQ(verdicts.Count("Home page", false), 4U);
}

// Section 8: about 7 bytes a text and its elements, and no text is kept.
TEST(Spine, LogIsSmall) {
  HtmlSite site;
  for (int i = 0; i < 400; ++i) {
    std::string rows;
    for (int r = 0; r < 50; ++r)
      rows += P(OwnWords(12, std::to_string(r % 10) + "r" + std::to_string(i % 9)));
    site.Add(Menu() + "<div class=\"text\">" + P(OwnWords(5, std::to_string(i))) + rows + "</div>");
  }
  const std::vector<Page> pages = site.Digest(Segmentation::kTextNodes);
  const spine::SiteLog log = LogOf(pages);
  std::size_t texts = 0;
  for (const Page& page : pages) texts += page.spans.size();
  EXPECT_LT(Saved(log).size(), 10 * texts);
  EXPECT_LT(log.bytes(), 24 * texts);
}

}  // namespace
}  // namespace thresh
