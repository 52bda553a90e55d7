// Whole sites of tiny pages, from html to verdicts: digest, run table and detector together.
#include <gtest/gtest.h>

#include <set>

#include "indexer/detect/bsc_wfc/word_feature_clusters.h"
#include "indexer/detect/detector.h"
#include "tests/golden/golden_file.h"
#include "tests/support/json.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

bool TakesPart(const RunBlockInfo& block) {
  return block.field == Field::kBody && block.tokens > 0;
}

// The run of a case's pages: dedup=0, as the file says.
std::unique_ptr<Run> MakeRun(const nlohmann::json& pages) {
  HtmlPages maker;
  RunTable table(1u << 20);
  for (std::uint32_t doc = 0; doc < pages.size(); ++doc) {
    const Page page =
        maker.Digest(pages[doc].get<std::string>(), "http://example.com/" + std::to_string(doc));
    table.Add(page, DocId(doc), SiteId(0), {});
  }
  return table.Freeze();
}

std::set<Hash128> Styles(const Run& run) {
  std::set<Hash128> styles;
  for (const RunBlockInfo& block : run.blocks()) {
    if (TakesPart(block)) styles.insert(block.style);
  }
  return styles;
}

// The template words of every block, also of those that the detector finishes early.
std::vector<std::vector<std::string>> TemplateWords(const Run& run) {
  std::vector<std::vector<std::string>> words(run.blocks().size());
  WordFeatureClusters clusters(256);
  for (const Hash128& style : Styles(run)) {
    for (std::uint32_t term = 0; term < run.terms(); ++term) {
      clusters.Clear();
      std::vector<std::pair<std::uint32_t, std::uint32_t>> joined;
      run.ForEachPosting(TermId(term), [&](const RunPosting& posting) {
        const RunBlockInfo& block = run.blocks()[posting.block.value];
        if (!TakesPart(block) || block.style != style) return;
        joined.emplace_back(posting.block.value, clusters.Add(posting.block.value, block.doc.value,
                                                              MakeSignature(posting)));
      });
      for (const auto& [block, cluster] : joined) {
        if (clusters.clusters()[cluster].pages >= 5)
          words[block].emplace_back(run.term(TermId(term)));
      }
    }
  }
  return words;
}

TEST(GoldenWfcDecision, Cases) {
  const nlohmann::json golden = ReadGolden("wfc_decision.json");
  for (const auto& each : golden["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const auto run = MakeRun(each["pages"]);
    EXPECT_EQ(Styles(*run).size(), each["bsc_count"].get<std::size_t>());
    std::set<std::pair<DocId, BlockNo>> struck;
    const auto detector = FindDetector("bsc_wfc")->make({});
    for (const Strike& strike : StrikesOfRun(detector.get(), *run).strikes) {
      struck.emplace(strike.doc, strike.block);
    }
    const auto words = TemplateWords(*run);

    std::size_t next =
        0;  // only blocks with words are listed, in page order and then in opening order
    for (std::size_t b = 0; b < run->blocks().size(); ++b) {
      const RunBlockInfo& block = run->blocks()[b];
      if (!TakesPart(block)) continue;
      ASSERT_LT(next, each["blocks"].size());
      const auto& expected = each["blocks"][next++];
      SCOPED_TRACE("block " + JsonText(expected["id"]));
      EXPECT_EQ(block.doc.value, expected["page"].get<std::uint32_t>());
      EXPECT_EQ(block.distinct, expected["distinct_words"].get<std::uint32_t>());
      EXPECT_EQ(words[b], expected["template_words"].get<std::vector<std::string>>());
      EXPECT_EQ(struck.count({block.doc, block.block}) > 0, expected["is_template"].get<bool>());
    }
    EXPECT_EQ(next, each["blocks"].size());
  }
}

// Case 4 with duplicates removed, as every build does: nothing is template.
TEST(GoldenWfcDecision, DuplicatesRemoved) {
  const nlohmann::json golden = ReadGolden("wfc_decision.json");
  const auto& pages = golden["cases"][3]["pages"];
  HtmlPages maker;
  RunTable table(1u << 20);
  for (std::uint32_t doc = 0; doc < pages.size(); ++doc) {
    const Page page =
        maker.Digest(pages[doc].get<std::string>(), "http://example.com/" + std::to_string(doc));
    table.Add(page, DocId(doc), SiteId(0), doc == 0 ? std::nullopt : std::optional(DocId(0)));
  }
  const auto detector = FindDetector("bsc_wfc")->make({});
  EXPECT_TRUE(StrikesOfRun(detector.get(), *table.Freeze()).strikes.empty());
}

}  // namespace
}  // namespace thresh
