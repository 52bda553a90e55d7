#include "query/retrieve/proximity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "query/retrieve/rank.h"
#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

Query Words(const std::vector<std::string>& words) {
  Query query;
  for (const std::string& word : words) query.units.push_back({.words = {{word, 0}}});
  return query;
}

// The twin: every pair of places in the words of the page.
double SlowNear(const std::vector<std::string>& words, const std::string& a, const std::string& b) {
  double sum = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    double nearest = 0;
    for (std::size_t j = 0; j < words.size(); ++j) {
      const double d = std::abs(double(i) - double(j));
      if (words[j] == b) nearest = std::max(nearest, 1 / (d * d));
    }
    if (words[i] == a) sum += nearest;
  }
  return sum;
}

double SlowIdf(const std::vector<HandPage>& pages, const std::string& word) {
  double df = 0;
  for (const HandPage& page : pages) {
    df += std::any_of(page.begin(), page.end(), [&](const auto& words) {
      return std::find(words.begin(), words.end(), word) != words.end();
    });
  }
  return df == 0 ? 0 : std::log(1 + (double(pages.size()) - df + 0.5) / (df + 0.5));
}

double SlowProximity(const std::vector<HandPage>& pages, std::size_t doc,
                     const std::vector<std::string>& query, double length, double average,
                     const SearchOptions& options) {
  double sum = 0;
  const ScorerParameters& p = options.parameters;
  for (std::size_t i = 0; i + 1 < query.size(); ++i) {
    double near = 0;
    for (std::size_t f = 0; f < kHandFields; ++f)
      near += options.weights.of[f] * SlowNear(pages[doc][f], query[i], query[i + 1]);
    const double idf = std::min(SlowIdf(pages, query[i]), SlowIdf(pages, query[i + 1]));
    sum += idf * near / (near + p.k1 * (1 - p.b + p.b * length / average));
  }
  return sum;
}

TEST(Proximity, AgreesWithTheTwin) {
  std::mt19937 random(2006);
  for (int round = 0; round < 40; ++round) {
    const auto pages = RandomPages(random, 1 + random() % 40, 4);
    const HandIndex index(pages);
    const CollectionStatistics collection = CountCollection(index.lengths());
    SearchOptions options{.parameters = {.k1 = 1.5, .b = 0.4, .proximity = 1}};
    options.weights.of = {1, 3, 0, 0.5, 2};
    std::vector<std::string> words = {"w0", "w1", "w2", "w9"};
    std::shuffle(words.begin(), words.end(), random);
    const Query query = Words(words);
    auto proximity = Proximity::Make(query, index, collection, options);
    ASSERT_TRUE(proximity.ok());
    for (int i = 0; i < 60; ++i) {  // also backwards
      const std::size_t doc = random() % pages.size();
      const double length = 1 + double(random() % 50);
      const DocId page{std::uint32_t(doc)};
      const double least = proximity->most() * double(random() % 100) / 100;
      const std::optional<double> above = proximity->Of(page, length, least);
      const double real = *proximity->Of(page, length, 0);
      EXPECT_EQ(above.value_or(real), real);
      EXPECT_TRUE(above || real < least);
      EXPECT_NEAR(
          real, SlowProximity(pages, doc, words, length, collection.average_length, options), 1e-9);
      EXPECT_LE(real, proximity->most());
    }
    EXPECT_TRUE(proximity->status().ok());
  }
}

TEST(NearBounds, NoPlacesOfTwoWordsAreNearer) {
  std::mt19937 random(1904);
  for (int round = 0; round < 2000; ++round) {
    // Places of a text of up to 40 words: of the first word, of the second, or of another.
    std::array<std::vector<std::uint32_t>, 3> places;
    const auto words = static_cast<std::uint32_t>(2 + random() % 40);
    const std::size_t others = 1 + random() % 4;
    for (std::uint32_t at = 0; at < words; ++at)
      places[std::min<std::size_t>(random() % (2 + others), 2)].push_back(at);
    if (places[0].empty() || places[1].empty()) continue;
    const double first = double(places[0].size()), second = double(places[1].size());
    EXPECT_LE(Nearness(places[0], places[1]), MostNear(first, second) * (1 + 1e-12));
  }
  // One place of the second word in the middle of many of the first.
  std::vector<std::uint32_t> around;
  for (std::uint32_t at = 0; at < 2001; ++at) {
    if (at != 1000) around.push_back(at);
    const double first = double(around.size());
    EXPECT_LE(Nearness(around, {1000}), MostNear(first, 1) * (1 + 1e-12));
  }
  EXPECT_NEAR(Nearness(around, {1000}), MostNear(2000, 1), 0.01);
  EXPECT_EQ(MostNear(0, 5), 0);
  EXPECT_EQ(MostNear(5, 0), 0);
}

TEST(Proximity, ASharedPositionIsNoDistance) {
  // 1 / d^2 from 5 to 7 and from 8 to 7; the position 5 of both does not count.
  EXPECT_DOUBLE_EQ(Nearness({5, 8}, {5, 7}), 0.25 + 1);
  EXPECT_DOUBLE_EQ(Nearness({5}, {3, 5}), 0.25);
  EXPECT_LT(Nearness({5}, {5}), 1e-18);
}

TEST(NearBounds, BoundAPageByWhatItHas) {
  std::mt19937 random(77);
  const auto pages = RandomPages(random, 40, 4);
  const HandIndex index(pages);
  const CollectionStatistics collection = CountCollection(index.lengths());
  SearchOptions options{.parameters = {.k1 = 1.5, .b = 0.4, .proximity = 1}};
  options.weights.of = {1, 3, 0, 0.5, 2};
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"w0", "w1"}, {"w2", "w1"}, {"w2", "w0"}}) {
    const Query query = Words(words);
    auto proximity = Proximity::Make(query, index, collection, options);
    ASSERT_TRUE(proximity.ok());
    const NearBounds bounds = proximity->Bounds(1);
    ASSERT_EQ(bounds.pairs.size(), 1u);
    for (std::uint32_t doc = 0; doc < pages.size(); ++doc) {
      std::array<double, 2> tfs{};
      for (std::size_t f = 0; f < pages[doc].size(); ++f) {
        for (std::size_t w = 0; w < 2; ++w)
          tfs[w] += options.weights.of[f] *
                    double(std::count(pages[doc][f].begin(), pages[doc][f].end(), words[w]));
      }
      const double real = *proximity->Of(DocId(doc), 20, 0);
      const NearBounds::Pair& pair = bounds.pairs.front();
      EXPECT_LE(real, bounds.Of(pair, tfs[0], tfs[1], 20));
      EXPECT_LE(bounds.Of(pair, tfs[0], tfs[1], 20), bounds.Of(pair, tfs[0], NearBounds::kAny, 10));
    }
  }
}

TEST(Proximity, OnlyNeighbouringSingleWordsCount) {
  std::mt19937 random(5);
  const HandIndex index(RandomPages(random, 30, 4));
  const CollectionStatistics collection = CountCollection(index.lengths());
  const auto most = [&](const Query& query) {
    auto proximity = Proximity::Make(query, index, collection, {});
    EXPECT_TRUE(proximity.ok());
    return proximity->most();
  };
  Query query = Words({"w0", "w1"});
  EXPECT_GT(most(query), 0);
  query.units.insert(query.units.begin() + 1, {.words = {{"w2", 0}, {"w3", 1}}});
  EXPECT_EQ(most(query), 0) << "a phrase stands between them";
  query = Words({"w0", "w1"});
  query.units[1].field = Field::kTitle;
  EXPECT_EQ(most(query), 0);
  query = Words({"w0", "nowhere", "w1"});
  EXPECT_EQ(most(query), 0);
  query = Words({"w0", "w2", "w1"});
  query.units[1].frequency = 0;
  EXPECT_GT(most(query), 0) << "a word behind a - is none of the query's words";
}

// The blocks with the best bounds are searched first, and no page of them is searched again.
TEST(Proximity, TwoWordsOfLongListsAreRankedAsInAnExhaustiveSearch) {
  std::mt19937 random(27);
  for (int round = 0; round < 4; ++round) {
    const HandIndex index(RandomPages(random, 4000, 6));
    const CollectionStatistics collection = CountCollection(index.lengths());
    SearchOptions options{.parameters = {.proximity = 2.5, .prior = 0.15}};
    options.weights.of = {1, 5, 1, 0.5, 0.75};
    for (const std::size_t n : {1U, 10U, 300U}) {
      options.n = n;
      Query query = Words({"w" + std::to_string(round), "w4"});
      for (const bool required : {false, true}) {
        query.filter.reset();
        if (required) query.filter = Condition{.kind = Condition::Kind::kUnit, .unit = 1};
        options.algorithm = "exhaustive";
        auto all = Rank(query, index, collection, options);
        options.algorithm = "block_max";
        auto best = Rank(query, index, collection, options);
        ASSERT_TRUE(all.ok() && best.ok());
        EXPECT_EQ(all->hits.size(), n);
        EXPECT_EQ(best->hits, all->hits) << round << " " << n << " " << required;
      }
    }
  }
}

TEST(Proximity, WordsThatStandTogetherLiftAPage) {
  const std::vector<std::string> together = {"write", "ahead", "log", "x", "y", "z"};
  const std::vector<std::string> apart = {"write", "x", "ahead", "y", "log", "z"};
  const HandIndex index({HandPage{apart}, HandPage{together}, HandPage{}});
  const CollectionStatistics collection = CountCollection(index.lengths());
  SearchOptions options{.n = 10};
  const Query query = Words({"write", "ahead", "log"});
  auto plain = Rank(query, index, collection, options);
  EXPECT_EQ(plain->hits[0].score, plain->hits[1].score);
  options.parameters.proximity = 1;
  auto near = Rank(query, index, collection, options);
  EXPECT_EQ(near->hits[0].doc, DocId(1));
  EXPECT_GT(near->hits[0].score, near->hits[1].score);
}

}  // namespace
}  // namespace thresh
