#include "query/retrieve/scorer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace thresh {
namespace {

const ScorerParameters kPaper{.k1 = 2, .b = 0.75};
const CollectionStatistics kCollection{.docs = 1000, .average_length = 250};

double Score(const char* model, const char* variant, const Occurrence& o, const TermStatistics& t,
             const ScorerParameters& p = kPaper) {
  return FindScorer(model, variant).value()->make(p, kCollection, t)(o);
}

// Worked by hand: saturation 9 / (0.5 + 1.2 + 3), idf ln(990.5 / 10.5); pivoted (1 + ln 3) / (1 +
// ln 1.5) / 0.96, idf ln 100.1.
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

// tf 3 on a page of 200 words, 1.5 a word; 250 on average; 1,000 pages, df 10, cf 40, twice in the
// query. Worked with Python's math from the formulas of the papers.
TEST(Scorer, WorkedExamplesOfTheOtherModels) {
  const Occurrence o{.tf = 3, .length = 200, .tf_avg = 1.5};
  const TermStatistics t{.df = 10, .query_frequency = 2, .cf = 40};
  const ScorerParameters defaults;
  EXPECT_NEAR(Score("bm25+", "", o, t, defaults), 22.929772607768104, 1e-12);
  EXPECT_NEAR(Score("tfidf", "", o, t, defaults), 19.32893348744523, 1e-12);
  EXPECT_NEAR(Score("lm_dirichlet", "", o, t, defaults), 4.488177772624875, 1e-12);
  EXPECT_NEAR(Score("lm_jm", "", o, t, defaults), 13.478081451188798, 1e-12);
  EXPECT_NEAR(Score("dph", "", o, t, defaults), 10.555838182094522, 1e-12);
  EXPECT_NEAR(Score("pl2", "", o, t, defaults), 8.817305369426201, 1e-12);
  EXPECT_NEAR(Score("pivoted_tfidf", "", o, t, {.slope = 0.5}), 15.284089154919435, 1e-12);
}

TEST(Scorer, OnlyDirichletCountsAWordThatIsNotThere) {
  const TermStatistics t{.df = 10, .query_frequency = 2, .cf = 40};
  for (const ScorerInfo& row : ScorerTable()) {
    const double absent = row.make({}, kCollection, t).Absent(200);
    EXPECT_NEAR(absent, row.model == "lm_dirichlet" ? -0.1906203596086498 : 0, 1e-12) << row.model;
  }
}

TEST(Scorer, APageOfNothingButTheWordIsNoSurpriseToDph) {
  const TermStatistics t{.df = 10, .query_frequency = 1, .cf = 40};
  EXPECT_EQ(Score("dph", "", {.tf = 5, .length = 5}, t), 0);
  EXPECT_EQ(Score("dph", "", {.tf = 6, .length = 5}, t), 0)
      << "weights can make it more than the page has";
}

// Some models neither grow with tf nor shrink with length, standard idf is negative, logarithms of
// small weights are: the bound holds for all of them, and for a page without the word.
TEST(Scorer, BoundsHoldForEveryModelAndParameter) {
  std::mt19937 random(20060);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int round = 0; round < 2000; ++round) {
    ScorerParameters p;
    for (const ParameterInfo& row : ParameterTable()) {
      if (round % 2 == 0) p.*row.value = between(row.low, std::min(row.high, 3000.0));
    }
    const double docs = std::floor(between(1, 1000)), df = std::floor(between(1, docs + 1));
    const CollectionStatistics collection{.docs = docs, .average_length = between(1, 500)};
    const TermStatistics term{.df = df,
                              .query_frequency = std::floor(between(1, 5)),
                              .cf = std::floor(df * between(1, round % 3 == 0 ? 300 : 3))};
    const double most_tf = std::exp(between(-3, 6)),
                 least_length = std::floor(std::exp(between(0, 7)));
    for (const ScorerInfo& row : ScorerTable()) {
      const TermScorer scorer = row.make(p, collection, term);
      const double bound = scorer.Bound(most_tf, least_length);
      EXPECT_GE(bound, 0);
      for (int i = 0; i < 20; ++i) {
        const double tf = i == 0 ? most_tf : most_tf * between(0.001, 1);
        const double length = i < 2 ? least_length : least_length * between(1, 20);
        const double score = scorer({.tf = tf, .length = length, .tf_avg = between(1, 9)});
        ASSERT_LE(score, bound) << row.model << "/" << row.variant << " tf " << tf << " length "
                                << length;
        ASSERT_LE(scorer.Absent(length), 0);
      }
    }
  }
}

TEST(Scorer, AParameterOutOfItsRangeIsAUsageError) {
  EXPECT_TRUE(CheckParameters({}).ok());
  for (const ParameterInfo& row : ParameterTable()) {
    for (const double wrong : {row.low - 0.001, row.high * 1.001, std::nan("")}) {
      ScorerParameters p;
      p.*row.value = wrong;
      EXPECT_EQ(CheckParameters(p).code(), Code::kUsage) << row.name << " " << wrong;
    }
  }
  EXPECT_EQ(CheckParameters({.lambda = 1}).message(), "lambda must be from 0.001 to 0.999");
}

TEST(Scorer, TheFrequencyInTheQueryCountsExceptAsPrinted) {
  const Occurrence o{.tf = 3, .length = 200, .tf_avg = 1.5};
  for (const ScorerInfo& row : ScorerTable()) {
    const double once =
        row.make(kPaper, kCollection, {.df = 10, .query_frequency = 1, .cf = 40})(o);
    const double twice =
        row.make(kPaper, kCollection, {.df = 10, .query_frequency = 2, .cf = 40})(o);
    EXPECT_DOUBLE_EQ(twice, row.variant == "printed" ? once : 2 * once)
        << row.model << "/" << row.variant;
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
  EXPECT_NE(missing.status().message().find("'bm25/plus'; there are bm25/nonneg"),
            std::string::npos);
}

}  // namespace
}  // namespace thresh
