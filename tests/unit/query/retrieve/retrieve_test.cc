// Retrieval against its slow twin, which scores every page by counting its words.
#include "query/retrieve/rank.h"
#include "query/retrieve/term_cursor.h"
#include "query/retrieve/top_hits.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

// A unit, and whether a page must have it.
struct Asked {
  QueryUnit unit;
  bool must = false;
};

Asked Word(const std::string& term, bool must = false, std::uint32_t frequency = 1) {
  return {{.words = {{term, 0}}, .frequency = frequency}, must};
}

Asked Phrase(const std::vector<std::string>& terms, bool must = false) {
  Asked asked{.unit = {}, .must = must};
  for (std::uint32_t i = 0; i < terms.size(); ++i) asked.unit.words.push_back({terms[i], i});
  return asked;
}

Query MakeQuery(const std::vector<Asked>& units) {
  Query query;
  Condition all{.kind = Condition::Kind::kAll};
  for (const Asked& asked : units) {
    if (asked.must)
      all.parts.push_back({.kind = Condition::Kind::kUnit, .unit = query.units.size()});
    query.units.push_back(asked.unit);
  }
  if (!all.parts.empty()) query.filter = std::move(all);
  return query;
}

std::vector<std::string> AlgorithmNames() {
  std::vector<std::string> names = {std::string(kAutoAlgorithm)};
  for (const AlgorithmInfo& algorithm : AlgorithmTable()) names.emplace_back(algorithm.name);
  return names;
}

std::vector<std::uint32_t> Docs(const Ranking& ranking) {
  std::vector<std::uint32_t> docs;
  for (const Hit& hit : ranking.hits) docs.push_back(hit.doc.value);
  return docs;
}

Ranking RankAll(const Index& index, const std::vector<Asked>& units,
                const SearchOptions& options = {}) {
  auto ranking = Rank(MakeQuery(units), index, CountCollection(index.lengths()), options);
  THRESH_CHECK(ranking.ok());
  return std::move(*ranking);
}

// ---- the twin: counts in the words of the pages themselves

double TwinFrequency(const HandPage& page, const QueryUnit& unit, const FieldWeights& weights) {
  double tf = 0;
  for (std::size_t f = 0; f < kHandFields; ++f) {
    const auto& words = page[f];
    std::uint32_t count = 0;
    for (std::size_t start = 0; start < words.size(); ++start) {
      const bool here =
          std::all_of(unit.words.begin(), unit.words.end(), [&](const QueryUnit::Word& word) {
            return start + word.place < words.size() && words[start + word.place] == word.term;
          });
      count += here ? 1 : 0;
    }
    tf += weights.of[f] * count;
  }
  return tf;
}

TermStatistics TwinCount(const std::vector<HandPage>& pages, const QueryUnit& unit,
                         const FieldWeights& weights) {
  TermStatistics counted{.df = 0, .query_frequency = double(unit.frequency)};
  for (const HandPage& page : pages) {
    counted.df += TwinFrequency(page, unit, FieldWeights()) > 0 ? 1 : 0;
    counted.cf += TwinFrequency(page, unit, weights);
  }
  return counted;
}

// A phrase counts as its rarest word.
TermStatistics TwinStatistics(const std::vector<HandPage>& pages, const QueryUnit& unit,
                              const FieldWeights& weights) {
  std::optional<TermStatistics> rarest;
  for (const QueryUnit::Word& word : unit.words) {
    const TermStatistics counted =
        TwinCount(pages, {.words = {{word.term, 0}}, .frequency = unit.frequency}, weights);
    if (!rarest || counted.df < rarest->df) rarest = counted;
  }
  // No page has all of the words.
  return rarest->df > 0 ? *rarest : TermStatistics{.query_frequency = rarest->query_frequency};
}

Ranking Twin(const std::vector<HandPage>& pages, const std::vector<Asked>& units,
             const SearchOptions& options) {
  const HandIndex index(pages);  // for lengths only
  const CollectionStatistics collection = CountCollection(index.lengths());
  const ScorerInfo* row = FindScorer(options.model, options.variant).value();
  std::vector<TermScorer> scorers;
  scorers.reserve(units.size());
  for (const Asked& asked : units) {
    scorers.push_back(row->make(options.parameters, collection,
                                TwinStatistics(pages, asked.unit, options.weights)));
  }
  const bool any_must =
      std::any_of(units.begin(), units.end(), [](const Asked& u) { return u.must; });
  Ranking ranking;
  for (std::uint32_t doc = 0; doc < pages.size(); ++doc) {
    double score = 0;
    bool some = false, all_must = true;
    for (std::size_t u = 0; u < units.size(); ++u) {
      const double tf = TwinFrequency(pages[doc], units[u].unit, options.weights);
      if (units[u].must && tf == 0) all_must = false;
      const double length = std::max(index.lengths().Total(DocId(doc)), 1U);
      if (tf == 0) {
        score += scorers[u].Absent(length);
        continue;
      }
      some = true;
      score += scorers[u]({.tf = tf,
                           .length = length,
                           .tf_avg = length / std::max(index.lengths().distinct[doc], 1U)});
    }
    if (any_must ? all_must : some) ranking.hits.push_back({DocId(doc), score});
  }
  ranking.matches = ranking.hits.size();
  std::stable_sort(ranking.hits.begin(), ranking.hits.end(),
                   [](const Hit& a, const Hit& b) { return a.score > b.score; });
  if (ranking.hits.size() > options.n) ranking.hits.resize(options.n);
  return ranking;
}

std::vector<Asked> RandomUnits(std::mt19937& random, unsigned vocabulary) {
  const auto word = [&] {
    return "w" + std::to_string(Below(random, vocabulary + 1));
  };  // the last one stands nowhere
  std::vector<Asked> units;
  const std::size_t count = 1 + Below(random, 4);
  for (std::size_t i = 0; i < count; ++i) {
    const bool must = Below(random, 4) == 0;
    if (Below(random, 3) != 0) {
      units.push_back(Word(word(), must, 1 + Below(random, 3)));
    } else {
      units.push_back(Phrase({word(), word()}, must));
      if (Below(random, 2) == 0) units.back().unit.words.push_back({word(), 2 + Below(random, 2)});
    }
  }
  return units;
}

// All matches by score, put in the order of a time: what no algorithm may cut short.
TEST(Retrieve, TheNewestTimesComeFirstAndThenTheBestScores) {
  std::mt19937 random(45);
  for (int round = 0; round < 100; ++round) {
    const auto pages = RandomPages(random, 60, 5);
    HandIndex index(pages);
    index.changes = RandomChanges(random, pages.size());
    index.seen = RandomChanges(random, pages.size());
    const bool seen = round % 2 == 1;
    const TimeColumn& times = seen ? index.seen : index.changes;
    const HitOrder order = seen ? HitOrder::kSeen : HitOrder::kChanged;
    const auto units = RandomUnits(random, 5);
    Ranking expected = Twin(pages, units, {.n = pages.size()});
    std::stable_sort(expected.hits.begin(), expected.hits.end(),
                     [&](const Hit& a, const Hit& b) { return times.At(a.doc) > times.At(b.doc); });
    for (const std::size_t n : {0u, 1u, 7u, 60u}) {
      const Ranking ranking = RankAll(index, units, {.n = n, .order = order});
      std::vector<std::uint32_t> docs = Docs(expected);
      if (docs.size() > n) docs.resize(n);
      ASSERT_EQ(Docs(ranking), docs);
      ASSERT_EQ(ranking.matches, expected.matches);
      ASSERT_FALSE(ranking.more);
    }
  }
}

// The twin chooses the page that comes next, again and again. What is no date counts as none.
TEST(Retrieve, TheNewestDatesComeFirstThenTheBestScoresAndPagesWithoutADateAtTheEnd) {
  const std::vector<std::string> dates = {"",          "2024-06-01T00:00:00Z", "2024-06-08", "2007",
                                          "yesterday", "Tue, 04 Jun 2024"};
  std::mt19937 random(46);
  for (int round = 0; round < 100; ++round) {
    const auto pages = RandomPages(random, 60, 5);
    HandIndex index(pages);
    for (std::size_t i = 0; i < pages.size(); ++i)
      index.records.emplace_back().date = dates[Below(random, 6)];
    const auto units = RandomUnits(random, 5);
    std::vector<Hit> left = Twin(pages, units, {.n = pages.size()}).hits;
    const std::size_t matches = left.size();
    const auto year = [&](const Hit& hit) {  // of one length, so that they are compared as numbers
      const std::string& date = index.records[hit.doc.value].date;
      return date.substr(0, 2) == "20" ? (date + "-00-00").substr(0, 10) : "0000-00-00";
    };
    std::vector<std::uint32_t> expected;
    while (!left.empty()) {
      std::size_t best = 0;
      for (std::size_t i = 1; i < left.size(); ++i) {
        const Hit &a = left[i], &b = left[best];
        const bool better = year(a) != year(b)   ? year(a) > year(b)
                            : a.score != b.score ? a.score > b.score
                                                 : a.doc < b.doc;
        if (better) best = i;
      }
      expected.push_back(left[best].doc.value);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    }
    for (const std::size_t n : {0u, 1u, 7u, 60u}) {
      const Ranking ranking = RankAll(index, units, {.n = n, .order = HitOrder::kDate});
      const auto first = expected.begin();
      ASSERT_EQ(Docs(ranking),
                std::vector<std::uint32_t>(
                    first, first + static_cast<std::ptrdiff_t>(std::min(n, expected.size()))));
      ASSERT_EQ(ranking.matches, matches);
      ASSERT_FALSE(ranking.more);
    }
  }
}

TEST(Retrieve, AgreesWithTheTwinOnRandomIndexes) {
  std::mt19937 random(20061);
  for (int round = 0; round < 60; ++round) {
    const unsigned vocabulary = 2 + Below(random, 12);
    const auto pages = RandomPages(random, Below(random, 60), vocabulary);
    const HandIndex index(pages);
    for (const ScorerInfo& row : ScorerTable()) {
      const auto units = RandomUnits(random, vocabulary);
      SearchOptions options{.model = std::string(row.model), .variant = std::string(row.variant)};
      for (options.n = 1; options.n <= 1000; options.n *= 10) {
        const Ranking twin = Twin(pages, units, options);
        for (const std::string& name : AlgorithmNames()) {
          options.algorithm = name;
          const Ranking real = RankAll(index, units, options);
          ASSERT_EQ(real.hits, twin.hits) << "round " << round << " " << row.model << "/"
                                          << row.variant << " " << options.n << " " << name;
          ASSERT_LE(real.matches, twin.matches);
          ASSERT_TRUE(real.matches == twin.matches || real.more) << "round " << round;
        }
      }
    }
  }
}

TEST(Retrieve, AgreesWithTheTwinOnLongLists) {
  std::mt19937 random(7);
  const auto pages = RandomPages(random, 6000, 3);
  const HandIndex index(pages);
  ASSERT_GT(index.chunks(), 3u) << "the lists must not all stand inline";
  for (int round = 0; round < 6; ++round) {
    const auto units = RandomUnits(random, 3);
    SearchOptions options{.n = 1000};
    const Ranking twin = Twin(pages, units, options);
    for (const AlgorithmInfo& algorithm : AlgorithmTable()) {
      options.algorithm = algorithm.name;
      ASSERT_EQ(RankAll(index, units, options).hits, twin.hits)
          << "round " << round << " " << algorithm.name;
    }
  }
}

TEST(Retrieve, AllAlgorithmsFindTheSameNearWords) {
  std::mt19937 random(70);
  const auto pages = RandomPages(random, 3000, 6);
  const HandIndex index(pages);
  for (int round = 0; round < 40; ++round) {
    std::vector<Asked> units = RandomUnits(random, 6);
    Asked& near = units.emplace_back(Phrase({"w0", "w1"}, Below(random, 2) == 0));
    near.unit.kind = QueryUnit::Kind::kNear;
    near.unit.near = Below(random, 4);
    SearchOptions options{.n = 1 + Below(random, 20), .algorithm = "exhaustive"};
    const Ranking exhaustive = RankAll(index, units, options);
    for (const AlgorithmInfo& algorithm : AlgorithmTable()) {
      options.algorithm = algorithm.name;
      const Ranking pruned = RankAll(index, units, options);
      ASSERT_EQ(pruned.hits, exhaustive.hits) << "round " << round << " " << algorithm.name;
      ASSERT_TRUE(pruned.matches == exhaustive.matches || pruned.more);
    }
  }
}

// A lone phrase is led by its own walk, which rules pages out before it reads their positions.
TEST(Retrieve, APhraseAloneAgreesWithTheTwin) {
  std::mt19937 random(71);
  const auto pages = RandomPages(random, 6000, 4);
  const HandIndex index(pages);
  bool pruned = false;
  for (int round = 0; round < 20; ++round) {
    const auto word = [&] { return "w" + std::to_string(Below(random, 4)); };
    const std::vector<Asked> units = {Phrase({word(), word()})};
    SearchOptions options{.n = 1 + Below(random, 30)};
    options.weights.of = {1, 2, 0, 0.5, 1};
    const Ranking twin = Twin(pages, units, options);
    for (const AlgorithmInfo& algorithm : AlgorithmTable()) {
      options.algorithm = algorithm.name;
      const Ranking real = RankAll(index, units, options);
      ASSERT_EQ(real.hits, twin.hits) << "round " << round << " " << algorithm.name;
      ASSERT_TRUE(real.matches == twin.matches || real.more);
      pruned = pruned || real.more;
    }
  }
  EXPECT_TRUE(pruned) << "no page was ruled out in any round";
}

TEST(Retrieve, FieldWeightsCountInTheFrequency) {
  std::mt19937 random(11);
  const auto pages = RandomPages(random, 50, 5);
  const HandIndex index(pages);
  SearchOptions options{.n = 1000};
  options.weights.of = {1, 3, 0, 0.5};
  for (int round = 0; round < 20; ++round) {
    const auto units = RandomUnits(random, 5);
    ASSERT_EQ(RankAll(index, units, options).hits, Twin(pages, units, options).hits)
        << "round " << round;
  }
}

// ---- single promises

const std::vector<HandPage> kPages = {
    HandPage{{{"red", "fish"}, {"sea"}, {}, {}}},        // 0
    HandPage{{{"blue", "fish"}, {"sea"}, {}, {}}},       // 1
    HandPage{{{"fish", "red"}, {"sea"}, {}, {}}},        // 2
    HandPage{{{}, {}, {}, {}}},                          // 3: empty
    HandPage{{{"red"}, {"fish"}, {}, {}}},               // 4: the words stand in different fields
    HandPage{{{"boat"}, {}, {"red", "fish"}, {"sea"}}},  // 5: the phrase stands in the URL
};

// The only title with the word is far behind the first block of the text.
TEST(Retrieve, ATitleElsewhereDoesNotLiftTheBoundsOfAStretch) {
  std::vector<HandPage> pages(600, HandPage{{{"w", "x"}}});
  pages[500][1] = {"w"};
  const HandIndex index(pages);
  FieldWeights weights;
  weights.of = {1, 5, 1, 1, 1};
  TermCursor cursor(index.Term("w").value(), index.Chunks("w"), weights);
  const TfBounds first = cursor.BlockBounds(0);
  ASSERT_EQ(first.count, 1u);
  EXPECT_EQ(first.pairs[0].tf, 1);
  EXPECT_EQ(first.last, 127u);
  const TfBounds with_title = cursor.BlockBounds(450);
  EXPECT_EQ(with_title.pairs[with_title.count - 1].tf, 6);
}

TEST(Retrieve, AnyWordIsEnoughUnlessOneMust) {
  const HandIndex index(kPages);
  EXPECT_EQ(RankAll(index, {Word("blue"), Word("boat")}).matches, 2u);
  EXPECT_EQ(Docs(RankAll(index, {Word("red"), Word("blue", true)})), std::vector<std::uint32_t>{1});
  EXPECT_EQ(RankAll(index, {Word("red", true), Word("fish", true)}).matches, 4u);
  EXPECT_EQ(RankAll(index, {Word("nowhere", true), Word("fish")}).matches, 0u);
  EXPECT_EQ(RankAll(index, {Word("nowhere"), Word("fish")}).matches, 5u);
}

TEST(Retrieve, ExactlyThePagesOfTheFilterMatch) {
  const HandIndex index(kPages);
  const auto cursor = [&](const char* term) {
    return std::move(MakeCursor(Word(term).unit, index, FieldWeights()).value().cursor);
  };
  std::vector<ScoredUnit> units;
  units.push_back({cursor("blue"), [](const Occurrence& o) { return o.tf; }});
  const auto filter = cursor("sea");
  TopHits top(10);
  MatchCount counted;
  ASSERT_TRUE(
      RetrieveExhaustive(std::move(units), filter.get(), index.lengths(), &top, &counted).ok());
  EXPECT_EQ(top.Take(),
            (std::vector<Hit>{{DocId(1), 1}, {DocId(0), 0}, {DocId(2), 0}, {DocId(5), 0}}));
  EXPECT_EQ(counted.matches, 4u);
}

TEST(Retrieve, APhraseStandsInOneField) {
  const HandIndex index(kPages);
  EXPECT_EQ(Docs(RankAll(index, {Phrase({"red", "fish"})})), (std::vector<std::uint32_t>{0, 5}));
}

TEST(Retrieve, AGapInAPhraseIsAPlaceOfAnyWord) {
  const HandIndex index({HandPage{{{"state", "of", "the", "art"}, {}, {}, {}}},
                         HandPage{{{"state", "art"}, {}, {}, {}}}});
  const Asked gapped{{.words = {{"state", 0}, {"art", 3}}}};
  EXPECT_EQ(Docs(RankAll(index, {gapped})), std::vector<std::uint32_t>{0});
}

TEST(Retrieve, EqualScoresAreInPageOrderWhereverTheHeapIsFull) {
  const HandIndex index(std::vector<HandPage>(20, HandPage{{{"same"}, {}, {}, {}}}));
  for (const std::size_t n : {1u, 3u, 20u, 30u}) {
    const auto docs = Docs(RankAll(index, {Word("same")}, {.n = n}));
    ASSERT_EQ(docs.size(), std::min<std::size_t>(n, 20));
    for (std::uint32_t i = 0; i < docs.size(); ++i) EXPECT_EQ(docs[i], i);
  }
  const Ranking none = RankAll(index, {Word("same")}, {.n = 0});
  EXPECT_EQ(none.matches, 20u);
  EXPECT_TRUE(none.hits.empty());
}

TEST(Retrieve, EmptyPagesCountInTheCollection) {
  const HandIndex index(kPages);
  const CollectionStatistics collection = CountCollection(index.lengths());
  EXPECT_EQ(collection.docs, 6);
  EXPECT_DOUBLE_EQ(collection.average_length, 15.0 / 6);
  EXPECT_EQ(CountCollection(HandIndex({}).lengths()).average_length, 0);
}

TEST(Retrieve, WhatCannotBeAskedIsAUsageError) {
  const HandIndex index(kPages);
  const CollectionStatistics collection = CountCollection(index.lengths());
  const Query query = MakeQuery({Word("red")});
  EXPECT_EQ(Rank(query, index, collection, {.n = 10001}).status().code(), Code::kUsage);
  EXPECT_EQ(Rank(query, index, collection, {.model = "none"}).status().code(), Code::kUsage);
  EXPECT_EQ(Rank(query, index, collection, {.parameters = {.k1 = -1}}).status().code(),
            Code::kUsage);
  EXPECT_EQ(Rank(query, index, collection, {.parameters = {.b = 1.5}}).status().code(),
            Code::kUsage);
}

TEST(Retrieve, ADamagedListIsAnErrorAndNoShortAnswer) {
  std::mt19937 random(3);
  HandIndex index(RandomPages(random, 3000, 2));
  index.Damage();
  const Query query = MakeQuery({Word("w0")});
  const auto ranking = Rank(query, index, CountCollection(index.lengths()), {});
  ASSERT_FALSE(ranking.ok());
  EXPECT_EQ(ranking.status().code(), Code::kUnusable);
}

}  // namespace
}  // namespace thresh
