#include "indexer/merge/canonical_copies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "indexer/merge/merger.h"
#include "indexer/run/run.h"
#include "tests/support/dice.h"
#include "tests/support/page_maker.h"
#include "tests/support/page_order_of.h"
#include "tests/support/temp_folder.h"
#include "tests/unit/indexer/merge/random_crawl.h"

namespace thresh {
namespace {

// URLs in the order of the segment, all of one site.
std::string UrlOf(std::size_t n) {
  return "http://site/" + std::string(1, static_cast<char>('a' + n / 26)) +
         std::string(1, static_cast<char>('a' + n % 26));
}

struct Written {
  std::string bar, text;  // the bar is struck
  std::string canonical = {};
};

class CanonicalCopiesTest : public ::testing::Test {
 protected:
  // The page that each one is a copy of.
  std::vector<std::optional<std::uint32_t>> Merge(const std::vector<Written>& written) {
    RunTable table(64U << 20);
    StrikeMaker strikes;
    std::vector<Page> pages;
    for (std::uint32_t d = 0; d < written.size(); ++d) {
      PageMaker maker(UrlOf(d));
      const BlockNo bar = maker.AddBlock("bar"), text = maker.AddBlock("text");
      maker.Words(bar, written[d].bar).Words(text, written[d].text);
      Page page = maker.Make();
      page.canonical = written[d].canonical;
      page.links = links_;
      table.Add(page, DocId(d), SiteId(0), std::nullopt);
      strikes.Add({d, 0, 100, Hash128{1, 1}}, 0);
      pages.push_back(std::move(page));
    }
    MergeOptions options;
    options.removal = RemovalMode::kDrop;
    options.threads = threads_;
    options.links = true;
    options.order = OrderOf(pages);
    options.run_files = {folder_.path() + "/run.sst"};
    EXPECT_TRUE(WriteRun(*table.Freeze(), strikes.strikes, options.run_files[0]).ok());
    const std::string path = folder_.path() + "/segment" + std::to_string(++merges_);
    Result<MergeResult> result = MergeRuns(options, path);
    EXPECT_TRUE(result.ok()) << result.status().message();
    counters_ = result->counters;
    segment_ = std::move(*Segment::Open(path));
    std::vector<std::optional<std::uint32_t>> copies;
    for (std::uint32_t d = 0; d < written.size(); ++d) {
      const DocRecord record = ReadPage(*segment_, DocId(d)).value();
      copies.push_back(record.duplicate ? std::optional(record.duplicate_of.value) : std::nullopt);
      EXPECT_EQ(record.canonical, written[d].canonical);
    }
    const auto known = static_cast<std::uint64_t>(
        std::count_if(copies.begin(), copies.end(), [](const auto& copy) { return copy; }));
    EXPECT_EQ(result->statistics.duplicates, known);
    return copies;
  }

  TempFolder folder_;
  std::vector<Link> links_;  // of every page
  unsigned threads_ = 1;
  int merges_ = 0;
  Counters counters_;
  std::unique_ptr<Segment> segment_;
};

using Copies = std::vector<std::optional<std::uint32_t>>;
constexpr std::nullopt_t kNone = std::nullopt;

TEST_F(CanonicalCopiesTest, NineTenthsOfTheKeptWordsAreNeeded) {
  const std::string text = "a b c d e f g h i j";
  EXPECT_EQ(Merge({{"bar", text}, {"bar", "a b c d e f g h i x", UrlOf(0)}}), (Copies{kNone, 0}));
  EXPECT_EQ(counters_[Counter::kCanonicalCopy], 1u);
  EXPECT_EQ(Merge({{"bar", text}, {"bar", "a b c d e f g h x y", UrlOf(0)}}),
            (Copies{kNone, kNone}));
  EXPECT_EQ(counters_[Counter::kCanonicalCopy], 0u);
  // The target may be longer and may come later, and the order of the words does not count.
  EXPECT_EQ(Merge({{"bar", "j i h", UrlOf(1)}, {"bar", text}}), (Copies{1, kNone}));
  // Each as often: one `a` of the target is one `a` of the copy.
  EXPECT_EQ(Merge({{"bar", text}, {"bar", "a a a a", UrlOf(0)}}), (Copies{kNone, kNone}));
}

TEST_F(CanonicalCopiesTest, WordsOfTemplatesDoNotCount) {
  EXPECT_EQ(Merge({{"x y z", "a b"}, {"p q r", "a b", UrlOf(0)}}), (Copies{kNone, 0}));
  EXPECT_EQ(Merge({{"x y z p q r s t", "a b"}, {"x y z p q r s t", "c d", UrlOf(0)}}),
            (Copies{kNone, kNone}));
  // A page that keeps no word is on every page, and says nothing.
  EXPECT_EQ(Merge({{"x", "a b"}, {"y", "", UrlOf(0)}}), (Copies{kNone, kNone}));
}

TEST_F(CanonicalCopiesTest, TheTargetIsAnotherPageOfTheSegment) {
  EXPECT_EQ(Merge({{"x", "a b"}, {"y", "a b c d", "http://site/none"}}), (Copies{kNone, kNone}));
  EXPECT_EQ(Merge({{"x", "a b", UrlOf(0)}}), (Copies{kNone}));
}

TEST_F(CanonicalCopiesTest, CopiesAreNoTargets) {
  const std::string text = "a b c d e f g h i j";
  // A chain: what the middle page is a copy of, the first one does not name.
  EXPECT_EQ(Merge({{"x", text, UrlOf(1)}, {"y", text, UrlOf(2)}, {"z", text}}),
            (Copies{kNone, 2, kNone}));
  // A ring.
  EXPECT_EQ(Merge({{"x", text, UrlOf(1)}, {"y", text, UrlOf(0)}}), (Copies{kNone, kNone}));
  // Pages 0 and 1 have the same words, so both are copies of page 2; and a link to the second of
  // two such pages leads to the first.
  EXPECT_EQ(Merge({{"x", text, UrlOf(2)}, {"x", text}, {"y", text}}), (Copies{2, 2, kNone}));
  EXPECT_EQ(Merge({{"x", text}, {"x", text}, {"y", text, UrlOf(1)}}), (Copies{kNone, 0, 0}));
}

// As with the copies that have all the same words.
TEST_F(CanonicalCopiesTest, CopiesHaveNoLinksAndNoPrior) {
  links_ = {{UrlOf(0), BlockNo(1), 1, 1}, {UrlOf(1), BlockNo(1), 1, 1}};
  const std::vector<Written> pages = {{"x", "a b c"}, {"y", "a b c", UrlOf(0)}, {"z", "d e f"}};
  EXPECT_EQ(Merge(pages), (Copies{kNone, 0, kNone}));
  EXPECT_EQ(counters_[Counter::kAnchors], 3u);  // one of the first page, two of the last
  const LengthsRecord& lengths = segment_->lengths();
  EXPECT_GT(lengths.Prior(DocId(0)), lengths.Prior(DocId(2)));
  EXPECT_EQ(lengths.Prior(DocId(1)), lengths.Prior(DocId(2)));  // nobody links to either
}

// ---- the slow twin

std::multiset<std::string> WordsOf(const std::string& text) {
  std::istringstream in(text);
  std::multiset<std::string> words;
  for (std::string word; in >> word;) words.insert(word);
  return words;
}

bool Has(const std::string& target, const std::string& copy) {
  std::multiset<std::string> left = WordsOf(target);
  const std::multiset<std::string> words = WordsOf(copy);
  std::size_t common = 0;
  for (const std::string& word : words) {
    const auto at = left.find(word);
    if (at == left.end()) continue;
    left.erase(at);
    ++common;
  }
  return !words.empty() && static_cast<double>(common) >= .9 * static_cast<double>(words.size());
}

Copies SlowCopies(const std::vector<Written>& pages) {
  Copies first(pages.size()), named(pages.size());
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    const auto all = [&](std::uint32_t page) { return pages[page].bar + " " + pages[page].text; };
    for (std::uint32_t before = 0; before < d && !first[d]; ++before)
      if (all(before) == all(d)) first[d] = before;
  }
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    for (std::uint32_t target = 0; target < pages.size(); ++target) {
      const std::uint32_t real = first[target].value_or(target);
      if (first[d] || UrlOf(target) != pages[d].canonical || real == d) continue;
      if (Has(pages[real].text, pages[d].text)) named[d] = real;
    }
  }
  Copies copies = first;
  for (std::uint32_t d = 0; d < pages.size(); ++d) {
    const std::optional<std::uint32_t> target = named[first[d].value_or(d)];
    if (target && !named[*target]) copies[d] = target;
  }
  return copies;
}

TEST_F(CanonicalCopiesTest, RandomSitesAreThoseOfTheSlowTwin) {
  Dice dice(11);
  std::size_t believed = 0;
  for (int round = 0; round < 30; ++round) {
    std::vector<Written> pages(2 + dice.Below(30));
    for (Written& page : pages) {
      const Written& like = pages[dice.Below(pages.size())];
      page.bar = dice.Below(2) == 0 ? "home" : "back";
      page.text = like.text.empty() || dice.Below(4) == 0 ? "" : like.text;
      const std::uint32_t words = page.text.empty() ? 8 + dice.Below(20) : dice.Below(4);
      for (std::uint32_t n = 0; n < words; ++n)
        page.text += (page.text.empty() ? "" : " ") + std::string(1, "abcdefghij"[dice.Below(10)]);
      if (dice.Below(3) != 0) page.canonical = UrlOf(dice.Below(pages.size() + 2));
    }
    threads_ = 1 + static_cast<unsigned>(round % 2);
    EXPECT_EQ(Merge(pages), SlowCopies(pages)) << round;
    believed += counters_[Counter::kCanonicalCopy];
  }
  EXPECT_GT(believed, 15u);
}

}  // namespace
}  // namespace thresh
