#include "query/evaluate/preferences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "query/evaluate/evaluation.h"

namespace thresh {
namespace {

using Pair = std::pair<std::string, std::string>;

std::vector<TrecHit> Hits(const std::vector<std::string>& docnos) {
  std::vector<TrecHit> hits;
  for (const std::string& docno : docnos) hits.push_back({docno, -double(hits.size())});
  return hits;
}

std::string Error(const std::string& text) {
  const auto read = ParsePreferences(text, "my.txt");
  return read.ok() ? "" : read.status().message();
}

TEST(Preferences, MistakesAreSaidWithTheirLine) {
  EXPECT_EQ(Error("1 p 0 a 1\n1 p 0 b\n"),
            "my.txt:2: a line must have five fields: topic, group, set, docno, grade");
  EXPECT_EQ(Error("# x\n1 p 0 a good\n"), "my.txt:2: the grade 'good' is not a number");
  EXPECT_EQ(Error("1 p 0 a 1\n1 p 0 a 2\n"), "my.txt:2: a stands twice in set 0 of topic 1");
  EXPECT_EQ(Error("1 p 0 a 1\n1 p 0 b 0\n1 p 1 a 0\n1 p 1 b 1\n"),
            "my.txt:4: the sets of this group contradict each other: by what follows from them, a "
            "is better than itself");
  EXPECT_EQ(Error("\n"), "my.txt has no judgment: wrong file?");
}

TEST(Preferences, WhatFollowsFromSeveralSetsCounts) {
  const auto read = ParsePreferences("1 p 0 a 2\n1 p 0 b 1\n1 p 1 b 2\n1 p 1 c 1\n", "my.txt");
  ASSERT_TRUE(read.ok());
  const JudgedPreferences judged =
      JudgePreferences(Hits({"c", "x", "a"}), read.value().preferences.at("1"));
  // a before b and b before c have one page that was found; a before c follows, and is not
  // fulfilled.
  EXPECT_EQ(judged.pairs.implied, 2);
  EXPECT_EQ(judged.pairs.implied_fulfilled, 1);
  EXPECT_EQ(judged.pairs.both, 1);
  EXPECT_EQ(judged.pairs.both_fulfilled, 0);
}

TEST(Preferences, TiesAndDepthAreThoseOfTrecEval) {
  const auto read = ParsePreferences("1 p 0 a 2\n1 p 0 b 1\n", "my.txt");
  const std::vector<PreferenceGroup>& groups = read.value().preferences.at("1");
  const std::vector<TrecHit> tied = {{"b", 1}, {"a", 1}};
  EXPECT_EQ(JudgePreferences(tied, groups).pairs.both_fulfilled, 1);
  EXPECT_EQ(JudgePreferences(tied, groups, 1).pairs.implied_fulfilled, 1);
  EXPECT_EQ(JudgePreferences(tied, groups, 0).pairs.neither, 1);
}

TEST(Preferences, MeasuresAreOfWhatTheJudgmentsHave) {
  const TrecRun run{.tag = "t", .topics = {{"1", Hits({"a", "b"})}}};
  Qrels grades = std::move(ParseQrels("1 0 a 1\n1 0 b 0\n", "q").value());
  const auto simple = ChooseMeasures({"prefs_simp"}).value(), map = ChooseMeasures({"map"}).value();
  EXPECT_EQ(Evaluate(run, grades, simple, {}).status().code(), Code::kUsage);
  ASSERT_TRUE(PreferByGrades(&grades).ok());
  EXPECT_EQ(Evaluate(run, grades, simple, {}).value().all.of[0][0], 1);
  EXPECT_EQ(Evaluate(run, grades, map, {}).value().all.of[0][0], 1);
  const Qrels preferences = std::move(ParsePreferences("1 p 0 a 1\n1 p 0 b 0\n", "q").value());
  EXPECT_EQ(Evaluate(run, preferences, map, {}).status().code(), Code::kUsage);
  EXPECT_EQ(Evaluate(run, preferences, simple, {}).value().all.of[0][0], 1);
  EXPECT_EQ(Evaluate(run, preferences, simple, {.judging = {.depth = 0}}).value().all.of[0][0], 0);
}

// ---- the twin: every pair of names, and preferences that are added until nothing follows any more

using Line = std::tuple<std::string, std::string, std::string, int>;  // group, set, docno, grade

std::set<Pair> TwinGroup(const std::vector<Line>& lines, const std::string& group) {
  std::set<Pair> better;
  for (const auto& [g, set, docno, grade] : lines) {
    for (const auto& [h, other_set, other, others] : lines) {
      if (g == group && h == group && set == other_set && grade > others)
        better.emplace(docno, other);
    }
  }
  for (std::size_t before = 0; before != better.size();) {
    before = better.size();
    const std::set<Pair> known = better;
    for (const auto& [a, b] : known) {
      for (const auto& [c, d] : known) {
        if (b == c) better.emplace(a, d);
      }
    }
  }
  return better;
}

PreferenceCounts Twin(const std::set<Pair>& better, const std::vector<TrecHit>& hits) {
  PreferenceCounts counts;
  const auto rank = [&](const std::string& docno) {
    return std::find_if(hits.begin(), hits.end(),
                        [&](const TrecHit& hit) { return hit.docno == docno; }) -
           hits.begin();
  };
  const auto end = static_cast<std::ptrdiff_t>(hits.size());
  for (const auto& [a, b] : better) {
    const int found = (rank(a) < end ? 1 : 0) + (rank(b) < end ? 1 : 0);
    const int fulfilled = rank(a) < rank(b) ? 1 : 0;
    counts.neither += found == 0 ? 1 : 0;
    counts.implied += found == 1 ? 1 : 0;
    counts.implied_fulfilled += found == 1 ? fulfilled : 0;
    counts.both += found == 2 ? 1 : 0;
    counts.both_fulfilled += found == 2 ? fulfilled : 0;
  }
  return counts;
}

void ExpectSame(const PreferenceCounts& a, const PreferenceCounts& b) {
  EXPECT_DOUBLE_EQ(a.both, b.both);
  EXPECT_DOUBLE_EQ(a.both_fulfilled, b.both_fulfilled);
  EXPECT_DOUBLE_EQ(a.implied, b.implied);
  EXPECT_DOUBLE_EQ(a.implied_fulfilled, b.implied_fulfilled);
  EXPECT_DOUBLE_EQ(a.neither, b.neither);
}

TEST(Preferences, AgreeWithTheTwinOnRandomJudgments) {
  std::mt19937 random(33);
  const auto below = [&](unsigned limit) { return static_cast<int>(random() % limit); };
  int tried = 0;
  for (int round = 0; round < 400; ++round) {
    std::set<std::tuple<std::string, std::string, std::string>> known;
    std::vector<Line> lines;
    std::string text;
    for (int i = 1 + below(14); i > 0; --i) {
      const Line line = {"g" + std::to_string(below(2)), "s" + std::to_string(below(2)),
                         "d" + std::to_string(below(9)), below(4)};
      const auto& [group, set, docno, grade] = line;
      if (!known.emplace(group, set, docno).second) continue;
      lines.push_back(line);
      text += "1 " + group + " " + set + " " + docno + " " + std::to_string(grade) + "\n";
    }
    const auto read = ParsePreferences(text, "f");
    const std::map<std::string, std::set<Pair>> groups = {{"g0", TwinGroup(lines, "g0")},
                                                          {"g1", TwinGroup(lines, "g1")}};
    bool contradicts = false;
    for (const auto& [name, better] : groups)
      contradicts = contradicts || std::any_of(better.begin(), better.end(), [](const Pair& pair) {
                      return pair.first == pair.second;
                    });
    ASSERT_EQ(read.ok(), !contradicts) << text;
    if (contradicts) continue;
    ++tried;
    std::vector<std::string> ranked = {"d0", "d2", "d4", "d5", "d8", "x", "y"};
    std::shuffle(ranked.begin(), ranked.end(), random);
    const std::vector<TrecHit> hits = Hits(ranked);
    const JudgedPreferences judged = JudgePreferences(hits, read.value().preferences.at("1"));
    std::vector<PreferenceCounts> expected;
    PreferenceCounts sum;
    for (const auto& [name, better] : groups) {
      const bool has = std::any_of(lines.begin(), lines.end(),
                                   [&](const Line& line) { return std::get<0>(line) == name; });
      if (has) expected.push_back(Twin(better, hits));
    }
    ASSERT_EQ(judged.groups.size(), expected.size());
    for (std::size_t g = 0; g < expected.size(); ++g) ExpectSame(judged.groups[g].of, expected[g]);
    if (expected.size() == 1) ExpectSame(judged.pairs, expected[0]);
    ASSERT_FALSE(HasFailure()) << text;
  }
  EXPECT_GT(tried, 100);
}

}  // namespace
}  // namespace thresh
