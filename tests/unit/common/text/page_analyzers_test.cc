#include "common/text/page_analyzers.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace thresh {
namespace {

using Terms = std::vector<std::string>;

TEST(PageAnalyzers, AutoHasAnAnalyzerForEachStemmer) {
  PageAnalyzers analyzers = std::move(PageAnalyzers::Make({.stemmer = "auto"}).value());
  ASSERT_TRUE(analyzers.chosen());
  EXPECT_EQ(analyzers.Of("english").Terms("Running mills"), (Terms{"run", "mill"}));
  EXPECT_EQ(analyzers.Of("german").Terms("Mühlen"), Terms{"muhl"});
  EXPECT_EQ(analyzers.Of("none").Terms("Running mills"), (Terms{"running", "mills"}));
  EXPECT_EQ(&analyzers.Of("german"), &analyzers.Of("german"));
  EXPECT_EQ(&analyzers.Of(""), &analyzers.Of("none"));
  EXPECT_EQ(&analyzers.Of("klingon"), &analyzers.Of("none"));  // of a damaged page
}

TEST(PageAnalyzers, AnotherStemmerIsThatOfAllPages) {
  PageAnalyzers analyzers = std::move(PageAnalyzers::Make({.stemmer = "english"}).value());
  EXPECT_FALSE(analyzers.chosen());
  EXPECT_EQ(&analyzers.Of(""), &analyzers.Of("german"));
  EXPECT_EQ(analyzers.Of("german").Terms("running"), Terms{"run"});
  EXPECT_FALSE(PageAnalyzers::Make({.stemmer = "klingon"}).ok());
}

}  // namespace
}  // namespace thresh
