#include "query/evaluate/measures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "query/evaluate/evaluation.h"

namespace thresh {
namespace {

// A ranking of these grades, and judged pages that were not found.
JudgedRanking Ranking(const std::vector<int>& grades, const std::vector<int>& missed = {}) {
  std::vector<TrecHit> hits;
  Judgments judgments;
  for (std::size_t i = 0; i < grades.size(); ++i) {
    hits.push_back({"d" + std::to_string(i), -static_cast<double>(i)});
    if (grades[i] != JudgedRanking::kNotInPool) judgments["d" + std::to_string(i)] = grades[i];
  }
  for (std::size_t i = 0; i < missed.size(); ++i) judgments["m" + std::to_string(i)] = missed[i];
  return Judge(hits, judgments, 4, {});
}

std::vector<double> Values(const std::string& name, const JudgedRanking& ranking) {
  const auto measures = ChooseMeasures({name});
  EXPECT_TRUE(measures.ok()) << measures.status().message();
  return Compute(measures.value().at(0), ranking);
}

double Value(const std::string& name, const JudgedRanking& ranking) {
  return Values(name, ranking).at(0);
}

TEST(Judge, UnjudgedAndUnknownPagesAreToldApart) {
  const JudgedRanking ranking = Ranking({1, -1, -2, 0, 12}, {3, 0});
  EXPECT_EQ(GradeString(ranking, 10), "1-.0>");
  EXPECT_EQ(GradeString(ranking, 2), "1-");
  EXPECT_EQ(ranking.relevant, 3u);
  EXPECT_EQ(ranking.relevant_found, 2u);
  EXPECT_EQ(ranking.levels[0], 2u);
}

// By hand: relevant at ranks 1 and 3 of 3 relevant pages.
TEST(Measures, ByHand) {
  const JudgedRanking ranking = Ranking({1, 0, 1, -1}, {1});
  EXPECT_DOUBLE_EQ(Value("map", ranking), (1.0 + 2.0 / 3) / 3);
  EXPECT_EQ(Values("P.1,2,8", ranking), (std::vector<double>{1, 0.5, 0.25}));
  EXPECT_DOUBLE_EQ(Value("recip_rank", Ranking({0, -1, 1})), 1.0 / 3);
  EXPECT_EQ(Values("recip_rank_cut.2,3", Ranking({0, -1, 1})), (std::vector<double>{0, 1.0 / 3}));
  EXPECT_EQ(Values("success.1,2,3", Ranking({0, -1, 1})), (std::vector<double>{0, 0, 1}));
  EXPECT_DOUBLE_EQ(Value("ndcg_cut.3", ranking), (1 + 0.5) / (1 + 1 / std::log2(3) + 0.5));
}

// nDCG at the ranks 2 and 3 of relevant pages, and at the end for the one that was not found. The
// best ranking has the grades 2, 1, 1.
TEST(Measures, NdcgAtTheRanksOfRelevantPages) {
  const double second = 1 / std::log2(3);
  const double at_end = (second + 1) / (2 + second + 0.5);
  EXPECT_DOUBLE_EQ(Value("ndcg_rel", Ranking({0, 1, 2, -1}, {1})),
                   (second / (2 + second) + 2 * at_end) / 3);
}

// Moffat and Zobel 2008, section 4.1: p = 0.5 and 0.8 of relevant pages at ranks 1, 2, 5.
TEST(Measures, RankBiasedPrecision) {
  const JudgedRanking ranking = Ranking({1, 1, 0, 0, 1});
  EXPECT_DOUBLE_EQ(Value("rbp.p=0.5", ranking), 0.5 * (1 + 0.5 + 0.0625));
  EXPECT_DOUBLE_EQ(Value("rbp.p=0.8", ranking), 0.2 * (1 + 0.8 + std::pow(0.8, 4)));
  EXPECT_DOUBLE_EQ(Value("rbp", Ranking({4, 0, 2})), 0.1 * (1 + 0.5 * 0.81))
      << "grades are brought to 0..1";
}

// Chapelle et al. 2009, equation 4, with grades 0 to 4: R = (2^g - 1) / 16.
TEST(Measures, ExpectedReciprocalRank) {
  const double r4 = 15.0 / 16, r2 = 3.0 / 16, r1 = 1.0 / 16;
  EXPECT_DOUBLE_EQ(Value("err.3", Ranking({2, 4, 1})),
                   r2 + (1 - r2) * r4 / 2 + (1 - r2) * (1 - r4) * r1 / 3);
  EXPECT_EQ(Values("err.1,20", Ranking({4, -1})), (std::vector<double>{r4, r4}));
}

// log((1 + s) / (1 + R - s)), where s is the sum of precisions at relevant pages.
TEST(Measures, YetAnotherAveragePrecision) {
  EXPECT_NEAR(Value("yaap", Ranking({1, 0, 1}, {1})), std::log((1 + 5.0 / 3) / (4 - 5.0 / 3)),
              1e-12);
  EXPECT_DOUBLE_EQ(Value("yaap", Ranking({}, {1, 1})), std::log(1.0 / 3));
}

TEST(Judging, OptionsChangeWhatCounts) {
  const std::vector<TrecHit> hits = {{"a", 4}, {"b", 3}, {"c", 2}, {"d", 1}};
  const Judgments judgments = {{"b", 1}, {"c", -1}, {"d", 0}, {"e", 2}};
  EXPECT_EQ(Judge(hits, judgments, 2, {}).grades, (std::vector<int>{-1, 1, -2, 0}));
  const JudgedRanking judged = Judge(hits, judgments, 2, {.depth = 2, .judged_only = true});
  EXPECT_EQ(judged.grades, (std::vector<int>{1, 0}));
  EXPECT_EQ(judged.relevant, 2u);
  const JudgedRanking scaled = Judge(hits, judgments, 2, {.collection = 100, .highest_grade = 4});
  EXPECT_DOUBLE_EQ(Value("err.2", scaled), 1.0 / 16 / 2);
  // One found and relevant, three others found, one missed, and 100 - 4 - 1 that are neither.
  EXPECT_DOUBLE_EQ(Value("utility.0,0,0,1", scaled), 95);
}

// Every measure is 0 of an empty ranking and of one without relevant pages, and never no number.
TEST(Measures, NothingFoundOrNothingRelevantIsZero) {
  for (const MeasureInfo& info : MeasureTable()) {
    if (info.function == nullptr || info.over == MeasureInfo::Over::kGeometricMean) continue;
    if (info.over == MeasureInfo::Over::kSum) continue;
    if (info.name == "yaap") continue;  // a logarithm of odds
    for (const double value : Values(std::string(info.name), Ranking({}, {1, 0, 2})))
      EXPECT_EQ(value, 0) << info.name;
    for (const double value : Values(std::string(info.name), Ranking({0, -1, -2}, {0})))
      EXPECT_TRUE(std::isfinite(value)) << info.name;
  }
}

// Slow and obvious twins: nDCG by sorting all gains, average precision and bpref by looking at all
// pairs.
TEST(Measures, TwinsAgreeOnRandomRankings) {
  std::mt19937 dice(11);
  for (int round = 0; round < 300; ++round) {
    std::vector<int> grades(dice() % 30), missed(dice() % 10);
    for (int& grade : grades) grade = static_cast<int>(dice() % 6) - 2;
    for (int& grade : missed) grade = static_cast<int>(dice() % 4);
    const JudgedRanking ranking = Ranking(grades, missed);
    std::vector<int> ideal = grades;
    ideal.insert(ideal.end(), missed.begin(), missed.end());
    std::sort(ideal.rbegin(), ideal.rend());
    double dcg = 0, best = 0, precisions = 0, preferences = 0;
    const auto relevant = std::count_if(ideal.begin(), ideal.end(), [](int g) { return g > 0; });
    const auto nonrelevant = std::count(ideal.begin(), ideal.end(), 0);
    for (std::size_t i = 0; i < ideal.size(); ++i)
      best += std::max(ideal[i], 0) / std::log2(static_cast<double>(i) + 2);
    for (std::size_t i = 0; i < grades.size(); ++i) {
      dcg += std::max(grades[i], 0) / std::log2(static_cast<double>(i) + 2);
      if (grades[i] <= 0) continue;
      const auto end = grades.begin() + static_cast<std::ptrdiff_t>(i) + 1;
      precisions +=
          static_cast<double>(std::count_if(grades.begin(), end, [](int g) { return g > 0; })) /
          static_cast<double>(i + 1);
      const auto above = std::min(std::count(grades.begin(), end, 0), relevant);
      preferences += 1 - (above == 0 ? 0
                                     : static_cast<double>(above) /
                                           static_cast<double>(std::min(nonrelevant, relevant)));
    }
    const auto all = static_cast<double>(std::max<std::ptrdiff_t>(relevant, 1));
    EXPECT_NEAR(Value("ndcg", ranking), best == 0 ? 0 : dcg / best, 1e-12);
    EXPECT_NEAR(Value("map", ranking), precisions / all, 1e-12);
    EXPECT_NEAR(Value("bpref", ranking), preferences / all, 1e-12);
  }
}

std::string ChooseError(const std::vector<std::string>& wanted) {
  const auto measures = ChooseMeasures(wanted);
  return measures.ok() ? "" : measures.status().message();
}

TEST(ChooseMeasures, NamesSetsAndParameters) {
  const auto measures = ChooseMeasures({"ndcg_cut.10,5", "map", "rbp.p=0.8,1=2"});
  ASSERT_TRUE(measures.ok());
  std::vector<std::string> names;
  for (const Measure& measure : measures.value())
    names.insert(names.end(), measure.names.begin(), measure.names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"map", "ndcg_cut_5", "ndcg_cut_10", "rbp_p=0.8,1=2"}));
  EXPECT_EQ(ChooseMeasures({"official"}).value().size(), 12u);
  EXPECT_EQ(ChooseError({"nonsense"}), "no measure 'nonsense' (eval --help lists them)");
  EXPECT_EQ(ChooseError({"official.5"}), "no measure 'official' (eval --help lists them)");
  EXPECT_EQ(ChooseError({"mapp"}), "no measure 'mapp'; do you mean map? (eval --help lists them)");
  EXPECT_EQ(ChooseError({"map.5"}), "measure map: takes no parameters");
  EXPECT_EQ(ChooseError({"P.5,5"}), "measure P: a cut-off is given twice");
  EXPECT_EQ(ChooseError({"P.0"}), "measure P: cut-offs must be positive");
  EXPECT_EQ(ChooseError({"P.x"}), "measure P: 'x' is not a number");
  EXPECT_EQ(ChooseError({"P.5", "P.10"}),
            "measure P: parameters are given twice; give them once, separated by commas");
  EXPECT_EQ(ChooseError({"rbp.0.8"}), "measure rbp: each parameter must be name=value");
  EXPECT_EQ(ChooseError({"utility.1,2"}), "measure utility: takes 4 numbers");
}

TEST(MeasureTable, NamesAreUniqueAndExplained) {
  std::set<std::string_view> names;
  for (const MeasureInfo& info : MeasureTable()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.help.empty());
    EXPECT_TRUE(ChooseMeasures({std::string(info.name)}).ok()) << info.name;
  }
}

TEST(Evaluate, SaysWhatTrecEvalPassesOver) {
  const auto qrels = ParseQrels("1 0 a 1\n2 0 a 1\n", "q");
  const auto run = ParseTrecRun("1 Q0 a 1 1 t\n3 Q0 a 1 1 t\n", "r");
  const auto measures = ChooseMeasures({"num_q", "map"});
  const auto some = Evaluate(run.value(), qrels.value(), measures.value(), {});
  ASSERT_TRUE(some.ok());
  EXPECT_EQ(some.value().without_results, std::vector<std::string>{"2"});
  EXPECT_EQ(some.value().without_judgments, std::vector<std::string>{"3"});
  EXPECT_EQ(TrecEvalText(some.value(), measures.value(), false),
            "num_q                 \tall\t1\nmap                   \tall\t1.0000\n");
  const auto all =
      Evaluate(run.value(), qrels.value(), measures.value(), {.judging = {}, .complete = true});
  EXPECT_EQ(TrecEvalText(all.value(), measures.value(), true),
            "map                   \t1\t1.0000\nmap                   \t2\t0.0000\n"
            "num_q                 \tall\t2\nmap                   \tall\t0.5000\n");
  const auto wrong =
      Evaluate(ParseTrecRun("9 Q0 a 1 1 t\n", "r").value(), qrels.value(), measures.value(), {});
  EXPECT_EQ(wrong.status().message(), "none of the topics of the run 't' is judged: wrong file?");
}

}  // namespace
}  // namespace thresh
