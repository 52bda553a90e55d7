#include "query/present/search_answer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace thresh {
namespace {

SearchAnswer Sample() {
  SearchAnswer answer{.query = "fish", .options = {}, .matches = 1234, .milliseconds = 3.14159};
  answer.options.variant = "nonneg";
  FoundPage titled, bare;
  titled.page.title = "Red \033fish";
  titled.page.url = "http://x.org/a";
  titled.page.docno = "a";
  titled.score = 8.70670512;
  titled.snippet = {"\u00e9 fish", {{3, 7}}};
  bare.page.url = "http://x.org/b";
  answer.pages = {titled, bare};
  return answer;
}

TEST(SearchAnswer, TextHasRankTitleScoreUrlSnippetAndACount) {
  EXPECT_EQ(AnswerText(Sample(), Terminal{}),
            "1.  Red fish\n"
            "    8.7067  http://x.org/a\n"
            "    \u00e9 fish\n"
            "\n"
            "2.  http://x.org/b\n"
            "    0.0000  http://x.org/b\n"
            "\n"
            "1,234 pages match, shown 2, 3.1 ms\n");
}

TEST(SearchAnswer, NothingFoundIsAnAnswer) {
  const SearchAnswer answer{.query = "x", .options = {}};
  EXPECT_EQ(AnswerText(answer, Terminal{}), "0 pages match, shown 0, 0.0 ms\n");
  EXPECT_EQ(nlohmann::json::parse(AnswerJson(answer)).at("hits").size(), 0u);
}

TEST(SearchAnswer, JsonHasEverythingAndMarksInCharacters) {
  const auto json = nlohmann::json::parse(AnswerJson(Sample()));
  EXPECT_EQ(json.at("matches"), 1234);
  EXPECT_EQ(json.at("variant"), "nonneg");
  const auto& hit = json.at("hits").at(0);
  EXPECT_EQ(hit.at("rank"), 1);
  EXPECT_EQ(hit.at("docno"), "a");
  EXPECT_DOUBLE_EQ(hit.at("score"), 8.70670512);
  EXPECT_EQ(hit.at("snippet").at("text"), "\u00e9 fish");
  EXPECT_EQ(hit.at("snippet").at("highlights"), nlohmann::json::parse("[[2,6]]"));
}

}  // namespace
}  // namespace thresh
