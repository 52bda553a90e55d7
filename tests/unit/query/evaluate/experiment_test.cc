#include "query/evaluate/experiment.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace thresh {
namespace {

constexpr std::string_view kPlan =
    "# is it better?\n"
    "measures map P.5,10\n"
    "models bm25 bm25/standard   # two\n"
    "b 0.4 0.75\n"
    "k1 0.9\n"
    "title-weight 3\n"
    "limit 50\n"
    "collection one\n"
    "topics t.tsv\nqrels /q\nstore plain s/a\nstore removed s/b\n"
    "collection two\ntopics u\nfields title+desc\nformat smart\nqrels q\nexclude e\nstore only c "
    "d\n";

std::string PlanError(std::string_view text) {
  const auto plan = ParsePlan(text, "dir/plan");
  return plan.ok() ? "" : plan.status().message();
}

TEST(ExperimentPlan, SettingsAndCollections) {
  const auto plan = ParsePlan(kPlan, "dir/plan");
  ASSERT_TRUE(plan.ok()) << plan.status().message();
  const ExperimentPlan& p = plan.value();
  EXPECT_EQ(p.measures, (std::vector<std::string>{"map", "P.5,10"}));
  ASSERT_EQ(p.collections.size(), 2u);
  EXPECT_EQ(p.collections[0].topics, "dir/t.tsv") << "files stand beside the plan";
  EXPECT_EQ(p.collections[0].qrels, "/q");
  EXPECT_EQ(p.collections[1].exclude, "dir/e");
  EXPECT_EQ(p.collections[1].fields, "title+desc");
}

TEST(ExperimentPlan, SystemsAreAllChoicesNamedByWhatVaries) {
  const auto plan = ParsePlan(kPlan, "dir/plan");
  const auto systems = SystemsOf(plan.value(), plan.value().collections[0]);
  ASSERT_EQ(systems.size(), 8u);
  EXPECT_EQ(systems[0].name, "plain bm25 b=0.4");
  EXPECT_EQ(systems[7].name, "removed bm25/standard b=0.75");
  EXPECT_EQ(systems[7].stores.stores, std::vector<std::string>{"dir/s/b"});
  EXPECT_EQ(systems[7].search.variant, "standard");
  EXPECT_EQ(systems[7].search.parameters.b, 0.75);
  EXPECT_EQ(systems[7].search.parameters.k1, 0.9);
  EXPECT_EQ(systems[7].search.n, 50u);
  EXPECT_EQ(systems[7].values, (std::vector<double>{0.75, 0.9, 3}));
  EXPECT_EQ(systems[7].search.weights.of[static_cast<std::size_t>(Field::kTitle)], 3);
}

TEST(ExperimentPlan, MistakesAreSaidWithTheirLine) {
  EXPECT_EQ(PlanError("\ntopics t\n"),
            "dir/plan:2: topics must stand below a line with collection");
  EXPECT_EQ(PlanError("b 0.4 x\n"), "dir/plan:1: b takes numbers, and all of them on one line");
  EXPECT_EQ(PlanError("mu 1\nmu 2\n"), "dir/plan:2: mu takes numbers, and all of them on one line");
  EXPECT_EQ(PlanError("colour red\n"),
            "dir/plan:1: no setting 'colour'; experiment --help lists them");
  EXPECT_EQ(PlanError("limit no\n"), "dir/plan:1: limit takes NUMBER of pages for each topic");
  EXPECT_EQ(
      PlanError("collection a\nstore x\n"),
      "dir/plan:2: store takes NAME DIR..., several folders searched as one store; the others "
      "are compared with the first");
  EXPECT_EQ(PlanError("collection a\ntopics t\n"),
            "dir/plan: collection a needs topics, qrels and a store");
  EXPECT_EQ(PlanError("# nothing\n"), "dir/plan has no collection: a plan needs at least one");
}

TEST(ExperimentPlot, OneLineForAllThatIsElseEqual) {
  const auto plan = ParsePlan(kPlan, "plan");
  ExperimentResult result;
  result.plotted = "map";
  double mean = 0.2;
  for (const ExperimentSystem& system : SystemsOf(plan.value(), plan.value().collections[0]))
    result.points.push_back({"a<b", system, mean += 0.01});
  const auto svg = ExperimentPlot(plan.value(), result);
  ASSERT_TRUE(svg.ok());
  const auto count = [&](std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = svg.value().find(what, at)) != std::string::npos; ++at) ++n;
    return n;
  };
  EXPECT_EQ(count("<polyline"), 4u);
  EXPECT_EQ(count("<circle"), 8u);
  EXPECT_EQ(count(">a&lt;b removed bm25/standard</text>"), 1u);
  EXPECT_EQ(count("map over b"), 1u);

  ExperimentPlan single = plan.value();
  single.parameters = {{"k1", {0.9}}};
  EXPECT_EQ(ExperimentPlot(single, result).status().code(), Code::kUsage);
}

TEST(Comparison, WinsLossesAndCorrection) {
  const SystemValues first{"a", {{"1", 0.5}, {"2", 0.25}, {"3", 0}}};
  const SystemValues second{"b", {{"1", 0.75}, {"2", 0}}};
  std::vector<ComparedSystem> rows = CompareSystems("", "map", {first, second});
  CorrectRows(&rows);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_TRUE(rows[0].first);
  EXPECT_DOUBLE_EQ(rows[0].mean, 0.25);
  EXPECT_DOUBLE_EQ(rows[1].mean, 0.25);
  EXPECT_DOUBLE_EQ(rows[1].difference, 0);
  EXPECT_EQ(rows[1].wins, 1u);
  EXPECT_EQ(rows[1].losses, 1u);
  EXPECT_EQ(rows[1].ties, 1u) << "a topic that a system lacks is 0";
  EXPECT_EQ(rows[1].p, rows[1].corrected) << "one comparison needs no correction";

  rows = CompareSystems("", "map", {first, second, second});
  rows[1].p = {0.01, 0.04, 0.5};
  rows[2].p = {0.03, 0.04, 0.9};
  CorrectRows(&rows);
  EXPECT_EQ(rows[1].corrected, (std::array<double, kTests>{0.02, 0.08, 1}));
  EXPECT_EQ(rows[2].corrected, (std::array<double, kTests>{0.03, 0.08, 1}));
  const std::string table = SystemsTable(rows).Markdown();
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 5);
  EXPECT_NE(table.find("+0.0000"), std::string::npos) << table;
}

}  // namespace
}  // namespace thresh
