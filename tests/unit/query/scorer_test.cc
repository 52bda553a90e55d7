#include "query/retrieve/scorer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace thresh {
namespace {

const ScorerParameters kPaper{.k1 = 2, .b = 0.75};
const CollectionStatistics kCollection{.docs = 1000, .average_length = 250};

double Score(const char* model, const char* variant, const Occurrence& o, const TermStatistics& t,
             const ScorerParameters& p = kPaper) {
  return FindScorer(model, variant).value()->make(p, kCollection, t)(o);
}

// Worked by hand: saturation 9 / (0.5 + 1.2 + 3), idf ln(990.5 / 10.5); pivoted (1 + ln 3) / (1 + ln 1.5) /
// 0.96, idf ln 100.1.
TEST(Scorer, WorkedExample) {
  const Occurrence o{.tf = 3, .length = 200, .tf_avg = 1.5};
  const TermStatistics t{.df = 10, .query_frequency = 1};
  EXPECT_NEAR(Score("bm25", "standard", o, t), 9 / 4.7 * std::log(990.5 / 10.5), 1e-12);
  EXPECT_NEAR(Score("bm25", "standard", o, t), 8.706705, 1e-6);
  EXPECT_NEAR(Score("bm25", "printed", o, t), 26.120114, 1e-6);
  EXPECT_NEAR(Score("bm25", "nonneg", o, t), 8.726897, 1e-6);
  EXPECT_NEAR(Score("pivoted_tfidf", "standard", o, t), 7.164417, 1e-6);
  EXPECT_NEAR(Score("pivoted_tfidf", "printed", o, t), 21.49325, 1e-5);
}

TEST(Scorer, TheFrequencyInTheQueryCountsExceptAsPrinted) {
  const Occurrence o{.tf = 3, .length = 200, .tf_avg = 1.5};
  for (const ScorerInfo& row : ScorerTable()) {
    const double once = row.make(kPaper, kCollection, {.df = 10, .query_frequency = 1})(o);
    const double twice = row.make(kPaper, kCollection, {.df = 10, .query_frequency = 2})(o);
    EXPECT_DOUBLE_EQ(twice, row.variant == "printed" ? once : 2 * once) << row.model << "/" << row.variant;
  }
}

TEST(Scorer, OnlyTheStandardIdfGoesBelowZero) {
  const Occurrence o{.tf = 1, .length = 100, .tf_avg = 1.2};
  const TermStatistics frequent{.df = 900, .query_frequency = 1};
  EXPECT_LT(Score("bm25", "standard", o, frequent), 0);
  EXPECT_LT(Score("bm25", "printed", o, frequent), 0);
  EXPECT_GT(Score("bm25", "nonneg", o, frequent), 0);
  EXPECT_GT(Score("pivoted_tfidf", "standard", o, frequent), 0);
}

TEST(Scorer, ParametersMatter) {
  const Occurrence o{.tf = 3, .length = 500, .tf_avg = 1.5};
  const TermStatistics t{.df = 10, .query_frequency = 1};
  const double idf = std::log1p(990.5 / 10.5);
  EXPECT_NEAR(Score("bm25", "nonneg", o, t, {.k1 = 0, .b = 0.5}), idf, 1e-12);
  EXPECT_NEAR(Score("bm25", "nonneg", o, t, {.k1 = 1, .b = 0}), idf * 2 * 3 / 4, 1e-12);
  EXPECT_NEAR(Score("bm25", "nonneg", o, t, {.k1 = 1, .b = 1}), idf * 2 * 3 / 5, 1e-12);
}

TEST(Scorer, TheTableHasNoRowTwiceAndKnowsDefaults) {
  std::set<std::string> names;
  for (const ScorerInfo& row : ScorerTable()) {
    EXPECT_TRUE(names.insert(std::string(row.model) + "/" + std::string(row.variant)).second);
    EXPECT_FALSE(row.help.empty());
  }
  EXPECT_EQ(FindScorer("bm25", "").value()->variant, "nonneg");
  EXPECT_EQ(FindScorer("pivoted_tfidf", "").value()->variant, "standard");
  const auto missing = FindScorer("bm25", "plus");
  EXPECT_EQ(missing.status().code(), Code::kUsage);
  EXPECT_NE(missing.status().message().find("'bm25/plus'; there are bm25/nonneg"), std::string::npos);
}

}  // namespace
}  // namespace thresh
