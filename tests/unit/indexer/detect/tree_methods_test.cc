// The methods that see pages as trees, on small sites of html: what each of them strikes, and that
// neither runs nor other sites change it.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "indexer/detect/detector.h"
#include "indexer/detect/waiting_pages.h"
#include "tests/support/dice.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

std::string Article(std::uint32_t n, const std::string& site) {
  const std::string i = std::to_string(n), next = std::to_string(n + 1);
  return "<body><div class=nav><a href=/>home" + site +
         "</a><a href=/news>news</a><a href=/help>help</a></div>"
         "<div><h1>Title " +
         i + "</h1><p>Some words a" + i + " about b" + i + " and c" + i + " with a <a href=/" +
         next + ">link" + i + "</a> in them" + i +
         ".</p></div>"
         "<div><a href=/terms>terms</a><a href=/jobs>jobs</a><a href=/copy>copyright</a></div>";
}

struct Sites {
  std::vector<Page> pages;
  void Add(HtmlPages* digester, const std::string& site, std::uint32_t n) {
    pages.push_back(digester->Digest(Article(n, site), "http://" + site + "/" + std::to_string(n)));
  }
};

// Texts that are struck, by URL.
using Struck = std::map<std::string, std::set<std::string>>;

class Build {
 public:
  Build(std::string_view name, const DetectorConfig& config)
      : info_(*FindDetector(name)), config_(config) {}

  // Runs of `run_pages`.
  Struck Run(const std::vector<Page>& pages, std::size_t run_pages) {
    auto detector = info_.make(config_);
    Catalog catalog;
    for (std::size_t i = 0; i < pages.size(); ++i) {
      ObserveNext(detector.get(), &catalog, pages[i]);
      if ((i + 1) % run_pages != 0 && i + 1 < pages.size()) continue;
      Note(pages, detector->EndOfRun());
    }
    Note(pages, detector->Conclude());
    return std::move(struck_);
  }

 private:
  void Note(const std::vector<Page>& pages, const Strikes& strikes) {
    for (const Strike& strike : strikes.strikes) {
      const Page& page = pages[strike.doc.value];
      const Span& span = page.spans[strike.block.value];
      EXPECT_TRUE(struck_[page.url]
                      .insert(page.text.substr(span.text_begin, span.text_end - span.text_begin))
                      .second);
    }
  }

  const DetectorInfo& info_;
  const DetectorConfig config_;
  Struck struck_;
};

DetectorConfig With(const std::string& key, double value) {
  DetectorConfig config;
  config.Set(key, value);
  return config;
}

class TreeMethods : public testing::TestWithParam<std::string_view> {
 protected:
  Struck Run(const std::vector<Page>& pages, std::size_t run_pages = 1'000) {
    return Build(GetParam(), {}).Run(pages, run_pages);
  }
  HtmlPages digester_{Segmentation::kTextNodes};
};

const std::set<std::string> kBars = {"homea.org", "news", "help", "terms", "jobs", "copyright"};

TEST_P(TreeMethods, StrikeTheBarsAndNothingElse) {
  Sites a;
  for (std::uint32_t i = 0; i < 12; ++i) a.Add(&digester_, "a.org", i);
  const Struck struck = Run(a.pages);
  EXPECT_EQ(struck.size(), 12u);
  for (const auto& [url, texts] : struck) EXPECT_EQ(texts, kBars) << url;
}

// Two sites by turns, duplicates among them, runs of any length.
TEST_P(TreeMethods, RunsSitesAndRestartsChangeNothing) {
  Sites alone, mixed;
  Dice dice(4);
  for (std::uint32_t i = 0; i < 40; ++i) {
    alone.Add(&digester_, "a.org", i);
    mixed.Add(&digester_, "a.org", i);
    mixed.Add(&digester_, "b.org", i);
    mixed.Add(&digester_, "a.org", dice.Below(i + 1));
    mixed.pages.back().url += "/copy";
  }
  const Struck whole = Run(mixed.pages);
  for (const std::size_t run_pages : {1U, 7U, 50U}) {
    EXPECT_EQ(Run(mixed.pages, run_pages), whole) << run_pages;
  }
  for (const auto& [url, texts] : Run(alone.pages)) EXPECT_EQ(texts, whole.at(url)) << url;
}

INSTANTIATE_TEST_SUITE_P(All, TreeMethods,
                         testing::Values("pagelets_local", "pagelets_global", "rtdm_td", "sst"),
                         [](const auto& each) { return std::string(each.param); });

// Equal pagelets on pages that no link connects: a poem and its copies.
TEST(PageletsGlobal, NeedsLinks) {
  HtmlPages digester(Segmentation::kTextNodes);
  std::vector<Page> pages;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::string n = std::to_string(i);
    pages.push_back(digester.Digest(
        "<div><p>the same poem of a few words</p></div><div><a href=/x" + n + ">x</a><a href=/y" +
            n + ">y</a><a href=/z" + n + ">z" + n + "</a></div>",
        "http://a.org/" + n));
  }
  EXPECT_EQ(Build("pagelets_local", {}).Run(pages, 100).size(), 8u);
  EXPECT_TRUE(Build("pagelets_global", {}).Run(pages, 100).empty());
}

TEST(Pagelets, NeedEnoughPages) {
  HtmlPages digester(Segmentation::kTextNodes);
  Sites a;
  for (std::uint32_t i = 0; i < 4; ++i) a.Add(&digester, "a.org", i);
  EXPECT_TRUE(Build("pagelets_local", {}).Run(a.pages, 100).empty());
  EXPECT_EQ(Build("pagelets_local", With("pagelets.min_pages", 2)).Run(a.pages, 100).size(), 4u);
}

// Two layouts: one template of both has next to nothing, one for each has its bars.
TEST(RtdmTd, TwoTemplatesInOneSite) {
  HtmlPages digester(Segmentation::kTextNodes);
  std::vector<Page> pages;
  const std::string more = "<p>Many words are needed, or the page is no sample: " + [] {
    std::string words;
    for (int i = 0; i < 50; ++i) words += " word";
    return words;
  }();
  for (std::uint32_t i = 0; i < 24; ++i) {
    const std::string n = std::to_string(i);
    const std::string html =
        i % 2 == 0 ? "<ul><li>home<li>news</ul><p>text" + n + more
                   : "<table><tr><td>shop<td>cart</table><h2>item" + n + "</h2>" + more;
    pages.push_back(digester.Digest(html + n, "http://a.org/" + n));
  }
  const Struck modern = Build("rtdm_td", With("rtdm_td.modern", 1)).Run(pages, 100);
  EXPECT_EQ(modern.at("http://a.org/0"), (std::set<std::string>{"home", "news"}));
  EXPECT_EQ(modern.at("http://a.org/1"), (std::set<std::string>{"shop", "cart"}));
  EXPECT_TRUE(Build("rtdm_td", {}).Run(pages, 100).empty());
}

TEST(Sst, AThresholdOfOneStrikesAll) {
  HtmlPages digester(Segmentation::kTextNodes);
  Sites a;
  for (std::uint32_t i = 0; i < 6; ++i) a.Add(&digester, "a.org", i);
  EXPECT_EQ(Build("sst", With("sst.threshold", 1)).Run(a.pages, 100).at("http://a.org/1").size(),
            10u);
}

// The sample does not depend on the order of the pages, and only its pages keep their content.
TEST(WaitingPages, TheLowestLotsAreTheSample) {
  Dice dice(2);
  WaitingPages pages;
  std::set<std::uint64_t> lots;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const std::uint64_t lot = Mix64(dice.Below(1'000'000));
    lots.insert(lot);
    pages.Add({DocId(i), lot, "shape", std::string(100, 'c')}, 20);
    pages.Add({DocId(i), WaitingPages::kNotDrawn, "shape", {}}, 20);
  }
  const auto sample = pages.Sample();
  ASSERT_EQ(sample.size(), 20u);
  auto lowest = lots.begin();
  for (const WaitingPage* page : sample) EXPECT_EQ(page->lot, *lowest++);
  std::size_t with_content = 0;
  for (const WaitingPage& page : pages.pages()) with_content += page.content.empty() ? 0U : 1U;
  EXPECT_EQ(with_content, 20u);
  EXPECT_LT(pages.bytes(), 400 * 200 + 20 * 200);
}

}  // namespace
}  // namespace thresh
