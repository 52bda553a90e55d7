#include "query/retrieve/stems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/text/analyzer.h"
#include "query/retrieve/alternatives.h"
#include "query/retrieve/presets.h"
#include "query/retrieve/rank.h"
#include "query/retrieve/spelling.h"
#include "query/retrieve/union_cursor.h"
#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

using Numbers = std::vector<std::uint32_t>;

HandPage Body(std::vector<std::string> words) { return {std::move(words)}; }

class StemsTest : public ::testing::Test {
 protected:
  Query Parse(const std::string& text) { return std::move(ParseQuery(text, *analyzer_).value()); }
  // In the order of their scores.
  Ranking RankPages(const std::string& text, const Index& index) {
    const CollectionStatistics collection = CountCollection(index.lengths());
    return std::move(Rank(Parse(text), index, collection, DefaultSearch()).value());
  }
  Numbers Pages(const std::string& text, const Index& index) {
    Numbers pages;
    for (const Hit& hit : RankPages(text, index).hits) pages.push_back(hit.doc.value);
    std::sort(pages.begin(), pages.end());
    return pages;
  }

  std::unique_ptr<Analyzer> analyzer_ =
      std::move(Analyzer::Make({.stemmer = "auto"}, {"english", "french", "none"}).value());
  // An English page, a French one, and one in a language without a stemmer.
  HandIndex pages_ = HandIndex({Body({"run", "the", "instal", "now"}),
                                Body({"les", "install", "et", "mis", "jour"}),
                                Body({"installation", "guide", "filler"})});
};

TEST_F(StemsTest, AUnitIsOneWhateverItsStems) {
  const Query query = Parse("installation \"running installations\" 42");
  ASSERT_EQ(query.units.size(), 3U);
  EXPECT_EQ(UnitText(query.units[0]), "(instal OR install OR installation)");
  EXPECT_EQ(UnitText(query.units[1]),
            "(\"run instal\" OR \"running install\" OR \"running installations\")");
  EXPECT_EQ(UnitText(query.units[2]), "42");
  EXPECT_TRUE(HasStems(query.units[0]));
  EXPECT_FALSE(HasStems(query.units[2]));
  EXPECT_EQ(StemsOf(query.units[2]).size(), 1U);
}

TEST_F(StemsTest, EachPageIsFoundByTheStemOfItsLanguage) {
  EXPECT_EQ(Pages("installation", pages_), (Numbers{0, 1, 2}));
  EXPECT_EQ(Pages("installations", pages_), (Numbers{0, 1}));
  EXPECT_EQ(Pages("+installation -guide", pages_), (Numbers{0, 1}));
  EXPECT_EQ(Pages("the -installation", pages_), Numbers());
  EXPECT_EQ(Pages("+installations now", pages_), (Numbers{0, 1}));
  EXPECT_EQ(Pages("\"installation now\"", pages_), Numbers{0});
  EXPECT_EQ(Pages("\"mise installation\"~1", pages_), Numbers{1});
}

// A language with few pages must not come first for a word of all languages.
TEST_F(StemsTest, TheRarenessOfAWordIsThatOfAllItsStems) {
  const HandIndex index({Body({"instal"}), Body({"instal"}), Body({"instal"}), Body({"install"}),
                         Body({"x"}), Body({"y"})});
  const Ranking ranking = RankPages("installation", index);
  ASSERT_EQ(ranking.hits.size(), 4U);
  for (const Hit& hit : ranking.hits) EXPECT_EQ(hit.score, ranking.hits.front().score);
}

TEST_F(StemsTest, AWordIsKnownIfAnyStemIs) {
  const HandIndex index({Body({"install", "guid"})});
  EXPECT_EQ(CorrectedText("installation", Parse("installation"), index).value(), "");
  EXPECT_EQ(CorrectedText("instalation", Parse("instalation"), index).value(), "install");
}

TEST_F(StemsTest, SynonymsHaveStems) {
  const Synonyms synonyms =
      std::move(Synonyms::Parse("setup, installation", "file", *analyzer_).value());
  const Query query = std::move(
      AddAlternatives(Parse("setup"), pages_, &synonyms, DefaultSearch().parameters).value());
  ASSERT_EQ(query.units.size(), 2U);
  EXPECT_EQ(UnitText(query.units[1]), "(instal OR install OR installation)");
}

TfBounds Bounds(std::vector<TfBounds::Pair> pairs) {
  TfBounds bounds;
  for (const TfBounds::Pair& pair : pairs) bounds.Add(pair.tf, pair.length);
  return bounds;
}

TEST(UnionCursor, BoundsCoverTheSum) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    // Random bounds of parts: tf grows with length, as in the lists of a store.
    std::vector<TfBounds> parts(1 + random() % 6);
    for (TfBounds& part : parts) {
      double tf = 0, length = 0;
      std::vector<TfBounds::Pair> pairs(random() % (round % 2 == 0 ? 4 : part.pairs.size() + 1));
      for (TfBounds::Pair& pair : pairs)
        pair = {tf += static_cast<double>(1 + random() % 3),
                length += static_cast<double>(1 + random() % 50)};
      part = Bounds(pairs);
    }
    const TfBounds joined = UnionCursor::Join(parts);
    for (double length = 1; length < 400; length += 7) {
      double most = 0;  // of a page that is so long
      for (const TfBounds& part : parts) {
        double of_part = 0;
        for (const TfBounds::Pair& pair : part.span()) {
          if (pair.length <= length) of_part = std::max(of_part, pair.tf);
        }
        most += of_part;
      }
      double bound = 0;
      for (const TfBounds::Pair& pair : joined.span()) {
        if (pair.length <= length) bound = std::max(bound, pair.tf);
      }
      ASSERT_GE(bound, most);
    }
  }
  EXPECT_FALSE(
      UnionCursor::Join(std::vector<TfBounds>{Bounds({{1, 1}}), TfBounds::Unknown()}).known);
}

}  // namespace
}  // namespace thresh
