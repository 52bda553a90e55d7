// The extensions of bsc_wfc, each by what it promises, against paper mode and the definitions.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "common/text/word.h"
#include "indexer/detect/bsc_wfc/block_log.h"
#include "indexer/detect/detector.h"
#include "tests/support/dice.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;

struct MadeBlock {
  std::string style, words;
};
struct MadeSitePage {
  SiteId site;
  std::optional<DocId> duplicate_of;
  std::vector<MadeBlock> blocks;
};
using Crawl = std::vector<MadeSitePage>;

DetectorConfig With(std::initializer_list<std::string> keys) {
  DetectorConfig config;
  for (const std::string& key : keys) config.Set("bsc_wfc." + key, 1);
  return config;
}

// What the detector says of a crawl that is cut into runs of `run` pages.
class Judged {
 public:
  Judged(const Crawl& crawl, const DetectorConfig& config, std::size_t run = 1'000'000) {
    auto detector = FindDetector("bsc_wfc")->make(config);
    RunTable table(1u << 20);
    for (std::uint32_t doc = 0; doc < crawl.size(); ++doc) {
      PageMaker maker;
      for (const MadeBlock& block : crawl[doc].blocks) maker.Add(block.style, block.words);
      table.Add(maker.Make(), DocId(doc), crawl[doc].site, crawl[doc].duplicate_of);
      if (doc % run != run - 1 && doc + 1 < crawl.size()) continue;
      Take(StrikesOfRun(detector.get(), *table.Freeze()));
    }
    Take(detector->Conclude());
  }

  // Score and template by place.
  std::map<Place, std::tuple<int, Hash128, TemplateRule>> found;

  std::set<Place> places() const {
    std::set<Place> places;
    for (const auto& [place, verdict] : found) places.insert(place);
    return places;
  }

 private:
  void Take(const Strikes& strikes) {
    for (const Strike& s : strikes.strikes) {
      const FoundTemplate& of = strikes.templates.at(s.template_id.value);
      EXPECT_TRUE(
          found.emplace(Place(s.doc.value, s.block.value), std::tuple(s.score, of.key, of.rule))
              .second);
    }
  }
};

// Two sites; blocks of some texts with a word changed now and then, in a few styles; some pages
// twice.
Crawl RandomCrawlOfBlocks(Dice* dice, bool numbers) {
  const auto word = [&] {
    return numbers && dice->Below(4) == 0 ? std::to_string(dice->Below(50))
                                          : "w" + std::to_string(dice->Below(20));
  };
  std::vector<std::vector<std::string>> texts(2);
  for (auto& text : texts) {
    for (std::size_t n = 1 + dice->Below(12); n > 0; --n) text.push_back(word());
  }
  Crawl crawl(40);
  for (MadeSitePage& page : crawl) {
    page.site = SiteId(dice->Below(2));
    if (dice->Below(6) == 0) page.duplicate_of = DocId(0);
    for (int b = 0; b < 3; ++b) {
      std::vector<std::string> text = texts[dice->Below(texts.size())];
      if (dice->Below(2) == 0) text[dice->Below(text.size())] = word();
      MadeBlock& block = page.blocks.emplace_back();
      block.style = std::to_string(b) + std::to_string(dice->Below(2));  // at most one a page
      for (const std::string& each : text) block.words += each + " ";
    }
  }
  return crawl;
}

// Carry is paper mode on one run of everything, wherever the runs are cut.
TEST(BscWfcCarry, AnyCutEqualsOneRun) {
  Dice dice(41);
  std::size_t struck = 0;
  for (int round = 0; round < 60; ++round) {
    const Crawl crawl = RandomCrawlOfBlocks(&dice, false);
    const Judged paper(crawl, {});
    for (std::size_t run : {1U, 7U, 16U, 1000U})
      ASSERT_EQ(Judged(crawl, With({"carry"}), run).found, paper.found)
          << "round " << round << " run " << run;
    struck += paper.found.size();
  }
  EXPECT_GT(struck, 500u);
}

TEST(BscWfcCarry, AllExtensionsTogetherDependOnNoCut) {
  Dice dice(42);
  DetectorConfig all = With({"exact", "carry", "vote", "fold_numbers"});
  all.Set("bsc_wfc.style_path", 2);
  for (int round = 0; round < 40; ++round) {
    const Crawl crawl = RandomCrawlOfBlocks(&dice, true);
    const Judged once(crawl, all);
    for (std::size_t run : {1U, 9U})
      ASSERT_EQ(Judged(crawl, all, run).found, once.found) << "round " << round;
  }
}

// Exact texts are struck wherever they stand, and what paper mode strikes is struck all the same.
TEST(BscWfcExact, IsPaperModeAndEqualTexts) {
  Dice dice(43);
  std::size_t more = 0;
  for (int round = 0; round < 150; ++round) {
    const Crawl crawl = RandomCrawlOfBlocks(&dice, false);
    std::map<std::tuple<SiteId, std::string, std::string>, std::set<std::uint32_t>> pages;
    const auto key = [&](std::uint32_t doc, const MadeBlock& block) {
      const auto words = std::count(block.words.begin(), block.words.end(), ' ');
      return std::tuple(crawl[doc].site, block.words, words < 4 ? block.style : "");
    };
    for (std::uint32_t doc = 0; doc < crawl.size(); ++doc) {
      if (crawl[doc].duplicate_of) continue;
      for (const MadeBlock& block : crawl[doc].blocks) pages[key(doc, block)].insert(doc);
    }
    std::set<Place> expected = Judged(crawl, {}).places();
    const std::size_t before = expected.size();
    for (std::uint32_t doc = 0; doc < crawl.size(); ++doc) {
      if (crawl[doc].duplicate_of) continue;
      for (std::uint32_t b = 0; b < crawl[doc].blocks.size(); ++b) {
        if (pages[key(doc, crawl[doc].blocks[b])].size() >= 5) expected.emplace(doc, b);
      }
    }
    ASSERT_EQ(Judged(crawl, With({"exact"})).places(), expected) << "round " << round;
    more += expected.size() - before;
  }
  EXPECT_GT(more, 100u);
}

TEST(BscWfcExact, RuleAndKeyAreThoseOfTheText) {
  Crawl crawl(6);
  for (std::size_t doc = 0; doc < crawl.size(); ++doc) {
    crawl[doc].blocks.push_back(
        {"style" + std::to_string(doc), "home news sports contact archive"});
  }
  EXPECT_TRUE(Judged(crawl, {}).found.empty());
  const Judged exact(crawl, With({"exact"}));
  ASSERT_EQ(exact.found.size(), 6u);
  for (const auto& [place, verdict] : exact.found) {
    EXPECT_EQ(verdict, exact.found.begin()->second);
    EXPECT_EQ(std::get<0>(verdict), 100);
    EXPECT_EQ(RuleSentence(std::get<2>(verdict)), "the same text on 6 pages");
  }
}

// A variant of an exact template belongs to it: one copy of both is enough.
TEST(BscWfcExact, VariantsShareTheKeyOfTheirTemplate) {
  Crawl crawl(7);
  for (MadeSitePage& page : crawl)
    page.blocks.push_back({"menu", "home news sports contact archive help"});
  crawl.back().blocks[0].words = "home news sports contact archive today";
  const Judged exact(crawl, With({"exact"}));
  ASSERT_EQ(exact.found.size(), 7u);
  EXPECT_EQ(std::get<1>(exact.found.at({6, 0})), std::get<1>(exact.found.at({0, 0})));
  EXPECT_EQ(std::get<0>(exact.found.at({6, 0})), 83);
}

// Blocks that have no style path in common, but what is left of it in the second try.
std::size_t StruckBySecondTry(std::uint32_t pages, std::uint32_t blocks, double style_path) {
  RunTable table(1u << 20);
  for (std::uint32_t doc = 0; doc < pages; ++doc) {
    PageMaker maker;
    for (std::uint32_t b = 0; b < blocks; ++b) maker.Add("", "home news sports");
    Page page = maker.Make();
    for (std::uint32_t b = 0; b < blocks; ++b) page.blocks[b].style = {7, 1 + doc * blocks + b};
    table.Add(page, DocId(doc), SiteId(0), {});
  }
  DetectorConfig config;
  config.Set("bsc_wfc.style_path", style_path);
  return StrikesOfRun(FindDetector("bsc_wfc")->make(config).get(), *table.Freeze()).strikes.size();
}

TEST(BscWfcStylePath, SecondTryCountsPages) {
  EXPECT_EQ(StruckBySecondTry(5, 1, 1), 0u);
  EXPECT_EQ(StruckBySecondTry(5, 1, 2), 5u);
  EXPECT_EQ(StruckBySecondTry(5, 2, 2), 10u);
  EXPECT_EQ(StruckBySecondTry(4, 2, 2), 0u);
}

// The row that always carries, and what digest does for each row.
TEST(BscWfcPlus, RowTellsTheTruth) {
  const DetectorInfo& plus = *FindDetector("bsc_wfc_plus");
  const DetectorInfo& paper = *FindDetector("bsc_wfc");
  EXPECT_FALSE(plus.per_run);
  EXPECT_EQ(paper.SegmentationFor({}), Segmentation::kLayoutBlocks);
  EXPECT_EQ(paper.SegmentationFor(With({"style_path"})), Segmentation::kStyledBlocks);
  EXPECT_EQ(plus.SegmentationFor({}), Segmentation::kStyledBlocks);
  DetectorConfig off;
  off.Set("bsc_wfc.carry", 0);
  off.Set("bsc_wfc.style_path", 0);
  EXPECT_EQ(plus.SegmentationFor(off), Segmentation::kLayoutBlocks);
  const auto detector = plus.make(off);
  RunTable table(1u << 20);
  for (std::uint32_t doc = 0; doc < 10; ++doc) {
    table.Add(PageMaker().Add("menu", "home news sports").Make(), DocId(doc), SiteId(0), {});
    EXPECT_TRUE(StrikesOfRun(detector.get(), *table.Freeze()).strikes.empty());
  }
  EXPECT_EQ(detector->Conclude().strikes.size(), 10u);
}

TEST(BlockLog, NumbersAreDigitsAndPunctuation) {
  for (const char* number : {"2004", "3.14", "1,000", "0"}) EXPECT_TRUE(IsNumber(number)) << number;
  for (const char* word : {"", "x86", "v2", "a", ".", "2\xc3\xa9"})
    EXPECT_FALSE(IsNumber(word)) << word;
}

// Folding is paper mode on pages where all numbers of a block with few of them are one word.
TEST(BscWfcFoldNumbers, EqualsPaperModeOnFoldedPages) {
  Dice dice(44);
  std::size_t more = 0;
  for (int round = 0; round < 150; ++round) {
    const Crawl crawl = RandomCrawlOfBlocks(&dice, true);
    Crawl folded = crawl;
    for (MadeSitePage& page : folded) {
      for (MadeBlock& block : page.blocks) {
        std::istringstream in(block.words);
        std::string words;
        std::size_t all = 0, numbers = 0;
        for (std::string word; in >> word; ++all) {
          const bool number = word[0] != 'w';
          numbers += number ? 1 : 0;
          words += (number ? "number" : word) + " ";
        }
        if (10 * numbers < 3 * all) block.words = words;
      }
    }
    const auto expected = Judged(folded, {}).places();
    const auto unfolded = Judged(crawl, {}).found;
    ASSERT_EQ(Judged(crawl, With({"fold_numbers"})).places(), expected) << "round " << round;
    for (const Place& place : expected) more += unfolded.count(place) == 0 ? 1U : 0U;
  }
  EXPECT_GT(more, 20u);
}

TEST(BscWfcFoldNumbers, TheFooterWithAYear) {
  Crawl crawl(6);
  for (std::size_t doc = 0; doc < crawl.size(); ++doc)
    crawl[doc].blocks.push_back({"foot", "copyright example inc " + std::to_string(2000 + doc)});
  EXPECT_TRUE(Judged(crawl, {}).found.empty());
  EXPECT_EQ(Judged(crawl, With({"fold_numbers"})).found.size(), 6u);
}

}  // namespace
}  // namespace thresh
