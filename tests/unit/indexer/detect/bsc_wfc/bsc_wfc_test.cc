#include <gtest/gtest.h>

#include <map>
#include <set>

#include "indexer/detect/detector.h"
#include "tests/support/dice.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"
#include "tests/unit/indexer/detect/bsc_wfc/slow_bsc_wfc.h"

namespace thresh {
namespace {

// Pages put into one run and judged.
class JudgedRun {
 public:
  void Add(Page page, SiteId site = SiteId(0), std::optional<DocId> duplicate_of = {}) {
    table_.Add(page, DocId(docs_++), site, duplicate_of);
  }
  Strikes Judge(const DetectorConfig& config = {}) {
    run_ = table_.Freeze();
    return StrikesOfRun(FindDetector("bsc_wfc")->make(config).get(), *run_);
  }

 private:
  RunTable table_{16u << 20};
  std::unique_ptr<Run> run_;
  std::uint32_t docs_ = 0;
};

Page PageWithMenu(int n, const std::string& menu = "home news sports contact archive help") {
  const std::string i = std::to_string(n);
  PageMaker maker("http://example.com/" + i);
  maker.Add("menu", menu).Add("text", "a" + i + " b" + i + " the c" + i);
  maker.Words(maker.AddBlock("menu", Field::kTitle), "home news");
  return maker.Make();
}

using Place = std::pair<std::uint32_t, std::uint32_t>;
std::set<Place> Places(const Strikes& strikes) {
  std::set<Place> places;
  for (const Strike& strike : strikes.strikes) places.emplace(strike.doc.value, strike.block.value);
  return places;
}

TEST(BscWfc, StrikesTheMenuOfEveryPage) {
  JudgedRun run;
  for (int n = 0; n < 5; ++n) run.Add(PageWithMenu(n));
  const Strikes strikes = run.Judge();
  EXPECT_EQ(Places(strikes), (std::set<Place>{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}));
  ASSERT_EQ(strikes.templates.size(), 1u);
  EXPECT_EQ(strikes.templates[0].site, SiteId(0));
  EXPECT_EQ(RuleSentence(strikes.templates[0].rule),
            "6 of its 6 words keep their places in at least 5 of the 5 blocks of the same style");
  EXPECT_EQ(strikes.strikes[0].score, 100);
}

TEST(BscWfc, ScoreIsFlooredPercent) {
  JudgedRun run;
  for (int n = 0; n < 5; ++n)
    run.Add(PageWithMenu(n, "copyright by the example inc year" + std::to_string(n)));
  EXPECT_EQ(run.Judge().strikes.at(0).score, 83);  // 5 of 6
}

TEST(BscWfc, FourPagesAreNoSupport) {
  JudgedRun run;
  for (int n = 0; n < 4; ++n) run.Add(PageWithMenu(n));
  EXPECT_TRUE(run.Judge().strikes.empty());
}

TEST(BscWfc, DuplicatesAddNoSupport) {
  JudgedRun run;
  for (int n = 0; n < 4; ++n) run.Add(PageWithMenu(n));
  for (int n = 0; n < 4; ++n)
    run.Add(PageWithMenu(n), SiteId(0), DocId(static_cast<std::uint32_t>(n)));
  EXPECT_TRUE(run.Judge().strikes.empty());
}

TEST(BscWfc, OtherSitesAddNoSupport) {
  JudgedRun run;
  for (int n = 0; n < 8; ++n) run.Add(PageWithMenu(n), SiteId(n < 4 ? 0 : 1));
  EXPECT_TRUE(run.Judge().strikes.empty());
}

TEST(BscWfc, OtherStylesAddNoSupport) {
  JudgedRun run;
  for (int n = 0; n < 8; ++n)
    run.Add(PageMaker().Add(n < 4 ? "left" : "right", "home news").Make());
  EXPECT_TRUE(run.Judge().strikes.empty());
}

// Paper mode: support is counted in each run by itself (and the table says so).
TEST(BscWfc, SupportIsCountedPerRun) {
  const auto detector = FindDetector("bsc_wfc")->make({});
  EXPECT_TRUE(FindDetector("bsc_wfc")->per_run);
  RunTable table(1u << 20);
  for (std::uint32_t doc = 0; doc < 8; ++doc) {
    table.Add(PageWithMenu(static_cast<int>(doc)), DocId(doc), SiteId(0), {});
    EXPECT_TRUE(doc % 4 != 3 || StrikesOfRun(detector.get(), *table.Freeze()).strikes.empty());
  }
  EXPECT_TRUE(detector->Conclude().strikes.empty());
}

TEST(BscWfc, ParametersAreReadByName) {
  const auto struck = [](std::string key, double value) {
    JudgedRun run;
    for (int n = 0; n < 5; ++n) run.Add(PageWithMenu(n, "x x x x x y" + std::to_string(n)));
    DetectorConfig config;
    config.Set(std::move(key), value);
    return run.Judge(config).strikes.size();
  };
  EXPECT_EQ(struck("bsc_wfc.min_wfc", 5), 0u);  // 1 of 2 words
  EXPECT_EQ(struck("bsc_wfc.min_wfc", 1), 10u);
  EXPECT_EQ(struck("bsc_wfc.min_wfc", 6), 0u);
  EXPECT_EQ(struck("bsc_wfc.twr", 0.5), 5u);
  EXPECT_EQ(struck("bsc_wfc.twr_unit", 1), 5u);  // 5 of 6 tokens
  JudgedRun run;  // one leader only: the word's second place is led by none
  for (int n = 0; n < 10; ++n)
    run.Add(PageMaker().Add("b", n % 2 == 0 ? "home news" : "news home").Make());
  DetectorConfig config;
  config.Set("bsc_wfc.max_leaders", 1);
  EXPECT_EQ(run.Judge(config).strikes.size(), 5u);
}

// One style cluster may hold two templates; a template has the same key in every run that has it.
TEST(BscWfc, TemplatesAreToldApartAndKnownAgain) {
  std::vector<Hash128> keys;
  for (int first : {0, 50}) {
    JudgedRun run;
    for (int n = first; n < first + 12; ++n) {
      run.Add(PageWithMenu(n, n % 2 == 0 ? "home news sports" : "imprint privacy terms of use"));
    }
    const Strikes strikes = run.Judge();
    ASSERT_EQ(strikes.templates.size(), 2u);
    for (const FoundTemplate& found : strikes.templates) keys.push_back(found.key);
    for (const Strike& strike : strikes.strikes)
      EXPECT_EQ(strike.template_id.value, strike.doc.value % 2);
  }
  EXPECT_NE(keys[0], keys[1]);
  EXPECT_EQ(keys[0], keys[2]);
  EXPECT_EQ(keys[1], keys[3]);
}

// What the run table, the clusters and the decision make together, against the definitions.
TEST(BscWfc, AgreesWithDefinitionsOnRandomSites) {
  Dice dice(21);
  const auto below = [&](std::size_t n) { return dice.Below(n); };
  std::size_t struck = 0;
  for (int round = 0; round < 150; ++round) {
    std::vector<std::vector<std::string>> texts(3);
    for (auto& text : texts) {
      for (std::size_t n = 1 + below(12); n > 0; --n)
        text.push_back("w" + std::to_string(below(20)));
    }
    std::map<std::pair<std::uint32_t, std::string>, std::vector<slow::Block>> clusters;
    std::map<std::pair<std::uint32_t, std::string>, std::vector<Place>> places;
    JudgedRun run;
    for (std::uint32_t doc = 0; doc < 40; ++doc) {
      PageMaker maker;
      const std::uint32_t site = static_cast<std::uint32_t>(below(2));
      const bool duplicate = below(6) == 0;
      for (std::uint32_t b = 0; b < 3; ++b) {
        std::vector<std::string> text = texts[below(3)];
        if (below(2) == 0) text[below(text.size())] = "w" + std::to_string(below(20));
        const std::string style = std::to_string(below(2));
        std::string words;
        slow::Block block;
        for (std::uint32_t i = 0; i < text.size(); ++i) {
          words += text[i] + " ";
          block[text[i]].push_back(i + 1);
        }
        maker.Add(style, words);
        if (duplicate) continue;
        clusters[{site, style}].push_back(block);
        places[{site, style}].emplace_back(doc, b);
      }
      run.Add(maker.Make(), SiteId(site), duplicate ? std::optional(DocId(0)) : std::nullopt);
    }
    std::set<Place> expected;
    for (const auto& [key, blocks] : clusters) {
      const auto verdicts = slow::Evaluate(blocks, {});
      for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (verdicts[b].is_template) expected.insert(places[key][b]);
      }
    }
    ASSERT_EQ(Places(run.Judge()), expected) << "round " << round;
    struck += expected.size();
  }
  EXPECT_GT(struck, 1'000u);
}

}  // namespace
}  // namespace thresh
