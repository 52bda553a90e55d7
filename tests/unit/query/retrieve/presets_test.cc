#include "query/retrieve/presets.h"

#include <gtest/gtest.h>

#include "query/retrieve/scorer.h"

namespace thresh {
namespace {

TEST(Presets, EachSetsEveryValueThatAnotherOneSets) {
  for (const PresetInfo& first : PresetTable()) {
    for (const PresetInfo& second : PresetTable()) {
      SearchOptions both, only;
      first.apply(&both);
      second.apply(&both);
      second.apply(&only);
      EXPECT_EQ(both.variant, only.variant) << first.name << " " << second.name;
      EXPECT_EQ(both.weights.of, only.weights.of) << first.name << " " << second.name;
      for (const ParameterInfo& row : ParameterTable())
        EXPECT_EQ(both.parameters.*row.value, only.parameters.*row.value) << row.name;
    }
  }
}

TEST(Presets, ParametersAndScorersExist) {
  for (const PresetInfo& row : PresetTable()) {
    SearchOptions search;
    row.apply(&search);
    EXPECT_TRUE(CheckParameters(search.parameters).ok()) << row.name;
    EXPECT_TRUE(FindScorer(search.model, search.variant).ok()) << row.name;
  }
}

TEST(Presets, ThePaperPrintsBothModels) {
  SearchOptions search;
  search.model = "pivoted_tfidf";
  ASSERT_TRUE(FindPreset("paper").ok());
  FindPreset("paper").value()->apply(&search);
  EXPECT_EQ(search.model, "pivoted_tfidf");
  EXPECT_EQ(search.variant, "printed");
  EXPECT_EQ(search.parameters.k1, 2);
  EXPECT_EQ(search.parameters.b, 0.75);
  EXPECT_EQ(search.parameters.proximity, 0);
}

TEST(Presets, AnUnknownNameListsTheNames) {
  const auto none = FindPreset("best");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.status().message().find("default, anserini, paper, plain"), std::string::npos);
}

}  // namespace
}  // namespace thresh
