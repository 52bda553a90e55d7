#include <gtest/gtest.h>

#include <map>
#include <set>

#include "indexer/detect/detector.h"
#include "indexer/detect/incremental/page_versions.h"
#include "indexer/detect/incremental/segment_table.h"
#include "tests/support/dice.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

// The table as the paper's text has it: at the end of each page every entry is looked at.
class SlowTable {
 public:
  SlowTable(double tb, double n) : tb_(tb), n_(n) {}
  void Page(const std::set<std::uint64_t>& counted, const std::set<std::uint64_t>& refreshed) {
    ++page_;
    for (std::uint64_t s : counted) entries_[s] = {entries_[s].first + 1, page_};
    for (std::uint64_t s : refreshed) {
      if (entries_.contains(s)) entries_[s].second = page_;
    }
    std::erase_if(entries_, [&](const auto& entry) {
      const auto [df, last_seen] = entry.second;
      return page_ - last_seen >=
             std::floor(tb_ * n_ / (1 + (n_ - 1) * std::exp(-(df - 1.0))) + 1e-9);
    });
  }
  const auto& entries() const { return entries_; }

 private:
  double tb_, n_;
  std::uint32_t page_ = 0;
  std::map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> entries_;
};

TEST(SegmentTable, AgreesWithTheSlowOne) {
  Dice dice(7);
  for (int round = 0; round < 20; ++round) {
    const double tb = 1 + dice.Below(6), n = 1 + dice.Below(8);
    SegmentTable table{SegmentLife(tb, n)};
    SlowTable slow(tb, n);
    for (int page = 0; page < 150; ++page) {
      std::set<std::uint64_t> counted, refreshed;
      for (std::uint32_t k = dice.Below(8); k > 0; --k)
        counted.insert(dice.Below(1 + dice.Below(60)));
      for (std::uint32_t k = dice.Below(4); k > 0; --k) refreshed.insert(100 + dice.Below(8));
      if (dice.Below(3) == 0) counted.insert(100 + dice.Below(8));
      for (std::uint64_t s : counted) refreshed.erase(s);
      table.BeginPage();
      for (std::uint64_t s : counted) {
        table.Count({0, s});
        if (s % 2 == 0) table.Count({0, s});  // twice on a page is once
      }
      for (std::uint64_t s : refreshed) table.Refresh({0, s});
      table.EndPage();
      slow.Page(counted, refreshed);
      std::map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> entries;
      for (const auto& e : table.entries()) entries[e.segment.low] = {e.df, e.last_seen};
      ASSERT_EQ(entries, slow.entries()) << page;
    }
  }
}

TEST(SegmentTable, ForgetsAndCountsItsBytes) {
  SegmentTable table{SegmentLife(20, 20)};
  for (std::uint32_t page = 0; page < 2000; ++page) {
    table.BeginPage();
    for (std::uint32_t s = 0; s < 10; ++s) table.Count({page, s});
    table.EndPage();
  }
  EXPECT_EQ(table.size(), 200u) << "Tb pages of segments that stand on one page";
  EXPECT_LT(table.bytes(), 200u * 150);
}

std::vector<TextSegment> Segments(const std::vector<std::uint64_t>& numbers) {
  std::vector<TextSegment> segments;
  for (std::uint64_t n : numbers) segments.push_back({{n, n}, 1, 0});
  return segments;
}

TEST(PageVersions, OnlyWhatThePageDidNotHaveIsNew) {
  PageVersions versions;
  std::vector<bool> is_new;
  EXPECT_TRUE(versions.Visit("/a", Segments({3, 1}), &is_new));
  EXPECT_EQ(is_new, (std::vector<bool>{true, true}));
  EXPECT_FALSE(versions.Visit("/a", Segments({1, 2, 3}), &is_new));
  EXPECT_EQ(is_new, (std::vector<bool>{false, true, false}));
  EXPECT_FALSE(versions.Visit("/a", Segments({2}), &is_new));
  EXPECT_EQ(is_new, (std::vector<bool>{false}));
  EXPECT_TRUE(versions.Visit("/b", Segments({2}), &is_new));
  EXPECT_FALSE(versions.Visit("/b", Segments({2, 4}), &is_new));
  EXPECT_EQ(is_new, (std::vector<bool>{false, true}));
}

// Observes pages and says how many text nodes of each are struck.
class Crawl {
 public:
  explicit Crawl(const DetectorConfig& config = {})
      : detector_(FindDetector("incremental")->make(config)) {}
  std::size_t Fetch(const std::string& url, const std::string& body) {
    ObserveNext(detector_.get(), &catalog_, pages_.Digest("<!DOCTYPE html><body>" + body, url));
    return detector_->EndOfRun().strikes.size();
  }

 private:
  std::unique_ptr<Detector> detector_;
  HtmlPages pages_{Segmentation::kTextNodes};
  Catalog catalog_;
};

constexpr char kUrl[] = "http://example.com/";

// WFCGX 2.3: a block is template if MORE than 70 % of its length is in template segments.
TEST(Incremental, ABlockOfExactlySeventyPercentIsNoTemplate) {
  const auto struck = [](const std::string& own_end) {
    Crawl crawl;
    std::size_t last = 0;
    for (int i = 0; i < 5; ++i) {
      const std::string own = "x" + std::to_string(i) + own_end;
      last = crawl.Fetch(kUrl + std::to_string(i), "<div>sevench<b>" + own + "</b></div>");
    }
    return last;
  };
  EXPECT_EQ(struck("y"), 0u) << "7 of 10 characters";
  EXPECT_EQ(struck(""), 2u) << "7 of 9 characters";
}

// Without the rules for pages that are fetched again a page would be its own template.
TEST(Incremental, APageFetchedOftenIsNoTemplate) {
  Crawl crawl;
  for (int visit = 0; visit < 9; ++visit) {
    EXPECT_EQ(crawl.Fetch(kUrl, "<div>always the same</div>"), 0u);
    EXPECT_EQ(crawl.Fetch(std::string(kUrl) + "news",
                          "<div>a headline</div><div>clicks " + std::to_string(visit) + "</div>"),
              0u);
  }
}

TEST(Incremental, AFetchedPageIsJudgedOnArrival) {
  Crawl crawl;
  const auto page = [](int i) {
    return "<div>Home<a>News</a></div><div>story " + std::to_string(i) + "</div>";
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(crawl.Fetch(kUrl + std::to_string(i), page(i)), 0u);
  EXPECT_EQ(crawl.Fetch(std::string(kUrl) + "4", page(4)), 2u);
  EXPECT_EQ(crawl.Fetch(std::string(kUrl) + "0", page(0)), 2u) << "not changed";
  EXPECT_EQ(crawl.Fetch(std::string(kUrl) + "1", page(9)), 2u) << "changed";
}

// Copies at other addresses are no support and take nobody's life; they are judged as what they
// repeat.
TEST(Incremental, CopiesLeaveNoTrace) {
  DetectorConfig config;
  config.Set("incremental.tb", 2);
  config.Set("incremental.n", 1);
  Crawl crawl(config);
  std::size_t struck = 0;
  for (int i = 0; i < 5; ++i) {
    const std::string story = "<div>bar</div><p>story " + std::to_string(i);
    for (int copy = 0; copy < 20; ++copy)
      struck += crawl.Fetch(kUrl + std::to_string(100 * i + copy), story);
  }
  EXPECT_EQ(struck, 20u) << "the bar of the fifth story and of its copies";
}

TEST(Incremental, ModernSeparatorsKnowHtml5) {
  DetectorConfig modern;
  modern.Set("incremental.modern", 1);
  Crawl paper, newer(modern);
  std::size_t struck = 0;
  for (int i = 0; i < 5; ++i) {
    const std::string body =
        "<nav>bar</nav><article>a long enough story " + std::to_string(i) + "</article>";
    EXPECT_EQ(paper.Fetch(kUrl + std::to_string(i), body), 0u) << "all of it is one block";
    struck += newer.Fetch(kUrl + std::to_string(i), body);
  }
  EXPECT_EQ(struck, 1u);
}

}  // namespace
}  // namespace thresh
