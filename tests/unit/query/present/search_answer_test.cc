#include "query/present/search_answer.h"

#include <gtest/gtest.h>

#include "common/cli/table.h"
#include "query/retrieve/presets.h"
#include "tests/support/json.h"

namespace thresh {
namespace {

SearchAnswer Sample() {
  SearchAnswer answer;
  answer.query = "fish";
  answer.options.search.variant = "nonneg";
  answer.matches = 1234;
  answer.milliseconds = 3.14159;
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

TEST(SearchAnswer, ATitleThatWasNeverClosedFillsNoScreen) {
  SearchAnswer answer = Sample();
  answer.pages[0].page.title = std::string(1000, 't');
  EXPECT_EQ(AnswerText(answer, Terminal{}).find(std::string(kTitleWidth + 1, 't')),
            std::string::npos);
}

TEST(SearchAnswer, NothingFoundIsAnAnswer) {
  const SearchAnswer answer;
  EXPECT_EQ(AnswerText(answer, Terminal{}), "0 pages match, shown 0, 0.0 ms\n");
  EXPECT_EQ(ParseJson(AnswerJson(answer)).at("hits").size(), 0u);
}

TEST(SearchAnswer, TextHasWhatElseThereIsToSay) {
  SearchAnswer answer = Sample();
  answer.did_you_mean = "fisch";
  answer.notes = {"a note"};
  answer.more = true;
  answer.options.offset = 10;
  answer.pages.resize(1);
  answer.pages[0].same_text = {"http://x.org/c", "http://x.org/d"};
  answer.pages[0].copies = 2;
  answer.pages[0].explanation = ScoreExplanation{{{.unit = {.words = {{"fish"}}},
                                                   .term = {.df = 3},
                                                   .occurrence = {.tf = 2, .length = 50},
                                                   .idf = 1.5,
                                                   .score = 8.25}},
                                                 8.25};
  EXPECT_EQ(AnswerText(answer, Terminal{}),
            "did you mean: fisch\n"
            "\n"
            "11. Red fish\n"
            "    8.7067  http://x.org/a\n"
            "    and 2 more with the same text\n"
            "    \u00e9 fish\n"
            "    term    tf  length  pages  in query     idf   score\n"
            "    fish  2.00      50      3         1  1.5000  8.2500\n"
            "    sum                                          8.2500\n"
            "\n"
            "a note\n"
            "at least 1,234 pages match, shown 1 from 11 on, 3.1 ms\n");
}

TEST(SearchAnswer, ThePagesOfACrawlHaveTwoDates) {
  SearchAnswer answer = Sample();
  answer.options.search.order = HitOrder::kChanged;
  answer.pages.resize(1);
  answer.pages[0].last_changed = "2024-06-01T10:00:00Z";
  answer.pages[0].last_seen = "2024\033[1m-06-08";
  EXPECT_NE(AnswerText(answer, Terminal{})
                .find("http://x.org/a\n    last changed 2024-06-01, last seen 2024[1m-0\n"),
            std::string::npos)
      << AnswerText(answer, Terminal{});
  SearchAnswer once = Sample();
  once.pages.resize(1);
  once.pages[0].last_changed = once.pages[0].last_seen = "2024-06-08T10:00:00Z";
  const std::string text = AnswerText(once, Terminal{});
  EXPECT_NE(text.find("http://x.org/a\n    seen 2024-06-08\n"), std::string::npos) << text;
  const auto json = ParseJson(AnswerJson(answer));
  EXPECT_EQ(json.at("sort"), "changed");
  EXPECT_EQ(json.at("hits").at(0).at("last_changed"), "2024-06-01T10:00:00Z");
  EXPECT_EQ(json.at("hits").at(0).at("last_seen"), "2024\033[1m-06-08");
}

TEST(SearchAnswer, JsonHasEverythingAndMarksInCharacters) {
  SearchAnswer answer = Sample();
  answer.did_you_mean = "fisch";
  answer.options.offset = 4;
  answer.pages[0].same_text = {"http://x.org/c"};
  answer.pages[0].copies = 1;
  answer.pages[0].explanation =
      ScoreExplanation{{{.unit = {.words = {{"fish"}}}, .score = 8.25}}, 8.25};
  const auto json = ParseJson(AnswerJson(answer));
  EXPECT_EQ(json.at("matches"), 1234);
  EXPECT_EQ(json.at("variant"), "nonneg");
  EXPECT_EQ(json.at("operator"), "or");
  EXPECT_EQ(json.at("did_you_mean"), "fisch");
  EXPECT_DOUBLE_EQ(json.at("k1"), DefaultSearch().parameters.k1);
  EXPECT_EQ(json.at("expand"), "none");
  EXPECT_TRUE(json.contains("title-weight"));
  const auto& hit = json.at("hits").at(0);
  EXPECT_EQ(hit.at("rank"), 5);
  EXPECT_EQ(hit.at("docno"), "a");
  EXPECT_DOUBLE_EQ(hit.at("score"), 8.70670512);
  EXPECT_EQ(hit.at("same_text"), ParseJson(R"(["http://x.org/c"])"));
  EXPECT_EQ(hit.at("copies"), 1);
  EXPECT_EQ(hit.at("terms").at(0).at("term"), "fish");
  EXPECT_EQ(hit.at("snippet").at("text"), "\u00e9 fish");
  EXPECT_EQ(hit.at("snippet").at("highlights"), ParseJson("[[2,6]]"));
  EXPECT_FALSE(json.at("hits").at(1).contains("terms"));
}

}  // namespace
}  // namespace thresh
