#include "query/retrieve/more_like.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "query/retrieve/rank.h"
#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

class MoreLikeTest : public ::testing::Test {
 protected:
  MoreLikeTest() : analyzer_(std::move(Analyzer::Make({}).value())) {}

  static TextRecord Text(const std::string& kept, const std::string& struck) {
    TextRecord record;
    record.spans = {{kept, BlockNo(0), false, 1}, {struck, BlockNo(1), false, 1}};
    record.verdicts = {{BlockNo(1), Verdict::kTemplate, TemplateId(0), 9, 100}};
    return record;
  }

  std::unique_ptr<Analyzer> analyzer_;
};

TEST_F(MoreLikeTest, TheWordsAreThoseOfTheTwinAndThePageIsNoHit) {
  std::mt19937 random(1988);
  for (int round = 0; round < 30; ++round) {
    const auto pages = RandomPages(random, 30, 60);
    const HandIndex index(pages);
    const std::uint32_t page = Below(random, 30);
    std::string kept;
    for (const std::string& word : pages[page][0]) kept += word + " ";
    const auto query = MoreLikePage(DocId(page), Text(kept, "w0 w1 w2"), index, *analyzer_);
    ASSERT_TRUE(query.ok());
    std::vector<std::pair<double, std::string>> twin;
    for (const std::string& word :
         std::set<std::string>(pages[page][0].begin(), pages[page][0].end())) {
      const auto tf = std::count(pages[page][0].begin(), pages[page][0].end(), word);
      const auto df = std::count_if(pages.begin(), pages.end(), [&](const HandPage& other) {
        return std::any_of(other.begin(), other.end(), [&](const auto& field) {
          return std::find(field.begin(), field.end(), word) != field.end();
        });
      });
      if (df > 1)
        twin.emplace_back(-static_cast<double>(tf) * std::log(30.0 / static_cast<double>(df)),
                          word);
    }
    std::sort(twin.begin(), twin.end());
    ASSERT_EQ(query.value().units.size(), std::min(twin.size(), kMoreLikeTerms));
    for (std::size_t i = 0; i < query.value().units.size(); ++i)
      EXPECT_EQ(query.value().units[i].words.front().term, twin[i].second) << "round " << round;
    const auto ranking = Rank(query.value(), index, CountCollection(index.lengths()), {.n = 1000});
    for (const Hit& hit : ranking.value().hits) EXPECT_NE(hit.doc, DocId(page));
  }
}

TEST_F(MoreLikeTest, StruckWordsNumbersAndWordsOfOnePageAreNoTerms) {
  const HandIndex index({HandPage{{{"grain", "menu", "1999", "rye"}, {}, {}, {}}},
                         HandPage{{{"grain", "menu", "1999"}, {}, {}, {}}}, HandPage()});
  const auto query = MoreLikePage(DocId(0), Text("Grain 1999 rye", "menu"), index, *analyzer_);
  ASSERT_EQ(query.value().units.size(), 1u);
  EXPECT_EQ(query.value().units.front().words.front().term, "grain");
  EXPECT_TRUE(
      MoreLikePage(DocId(0), Text("rye", "grain"), index, *analyzer_).value().units.empty());
}

}  // namespace
}  // namespace thresh
