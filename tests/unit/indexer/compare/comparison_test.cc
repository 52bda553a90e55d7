#include "indexer/compare/comparison.h"

#include <gtest/gtest.h>

#include "tests/support/json.h"

namespace thresh {
namespace {

constexpr std::string_view kReport =
    R"({"counters":{"indexed":12},"postings":345,"seconds":{"judge":0.25,"cpu":2.5},"detector_bytes":{"mean":10.5,"peak":77}})";

ComparedDetector MakeRow(const std::string& name, std::uint64_t postings) {
  ComparedDetector row;
  row.detector = name;
  row.build.pages = 12;
  row.build.postings = postings;
  row.build.seconds = {{"judge", 0.25}, {"cpu", 2.5}};
  row.build.peak_bytes = 3 << 20;
  row.index_bytes = postings * 10;
  return row;
}

TEST(ReadBuildReport, TakesWhatTheTableNeeds) {
  BuildFacts facts;
  ASSERT_TRUE(ReadBuildReport(kReport, &facts));
  EXPECT_EQ(facts.pages, 12U);
  EXPECT_EQ(facts.postings, 345U);
  EXPECT_DOUBLE_EQ(facts.Seconds("judge"), 0.25);
  EXPECT_DOUBLE_EQ(facts.Seconds("nothing"), 0);
  EXPECT_DOUBLE_EQ(facts.detector_mean_bytes, 10.5);
  EXPECT_EQ(facts.detector_peak_bytes, 77U);
}

TEST(ReadBuildReport, RefusesAnythingElse) {
  for (const char* text :
       {"", "[]", "{}", "{\"counters\":{},\"seconds\":{},\"detector_bytes\":{\"mean\":1}}"}) {
    BuildFacts facts;
    EXPECT_FALSE(ReadBuildReport(text, &facts)) << text;
  }
}

TEST(Comparison, WithoutGoldOnlySizesAndTimes) {
  const std::string text = ComparisonText({MakeRow("none", 1000), MakeRow("some", 750)}, {});
  EXPECT_NE(text.find("750 (-25.0 %)"), std::string::npos) << text;
  EXPECT_NE(text.find("3.0 MiB"), std::string::npos) << text;
  EXPECT_EQ(text.find("precision"), std::string::npos) << text;
  EXPECT_NE(text.find("12 pages"), std::string::npos) << text;
}

TEST(Comparison, ScoresAreInEveryForm) {
  ComparedDetector row = MakeRow("none", 1000);
  row.judged = StoreScore{};
  row.judged->score.pages = 1;
  row.judged->score.template_removed = 3;
  row.judged->score.template_kept = 1;
  row.judged->score.content_removed = 1;
  row.judged->missing = 2;
  const std::string text = ComparisonText({row}, {}), markdown = ComparisonMarkdown({row});
  EXPECT_NE(text.find("0.7500"), std::string::npos) << text;
  EXPECT_NE(text.find("2 gold pages are not in the input"), std::string::npos) << text;
  EXPECT_TRUE(markdown.starts_with("| detector | precision |")) << markdown;
  const auto json = ParseJson(ComparisonJson({row}));
  EXPECT_DOUBLE_EQ(json[0]["score"]["f1"], 0.75);
  EXPECT_EQ(json[0]["score"]["missing"], 2);
}

TEST(Comparison, ARowThatFailedSaysWhy) {
  ComparedDetector bad;
  bad.detector = "bad";
  bad.failure = "it fell over";
  const Comparison rows = {MakeRow("none", 1000), bad};
  EXPECT_NE(ComparisonText(rows, {}).find("bad failed: it fell over"), std::string::npos);
  EXPECT_EQ(ParseJson(ComparisonJson(rows))[1]["failure"], "it fell over");
}

}  // namespace
}  // namespace thresh
