// Every algorithm of retrieval gives the same pages, in the same order, with the same scores to the
// last bit: on stores of real pages, with every scorer.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "common/postings/postings.h"
#include "query/retrieve/presets.h"
#include "query/retrieve/retrieval.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

struct Collection {
  const char* name;
  const char* path;
  friend void PrintTo(const Collection& c, std::ostream* out) { *out << c.name; }
};

class RetrievalContract : public ::testing::TestWithParam<Collection> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(GetParam().path))
      GTEST_SKIP() << GetParam().path << " is not here";
    BuildOptions options;
    options.store = folder_.path() + "/store";
    options.pipeline.input.crawls = {GetParam().path};
    auto opened = BuildAndOpen(options);
    ASSERT_TRUE(opened.ok()) << opened.status().message();
    searcher_ = std::move(*opened);
    ReadTerms();
  }

  void ReadTerms() {
    const auto rows = searcher_->store().segment(0).Scan(Family::kTerms);
    for (; rows->Valid(); rows->Next()) {
      TermRecord record;
      ASSERT_TRUE(record.Decode(rows->value()));
      terms_.emplace_back(record.df, std::string(rows->key()));
    }
    ASSERT_TRUE(rows->status().ok());
    std::sort(terms_.rbegin(), terms_.rend());
  }

  // Of one to five words; frequent ones often.
  Query DrawQuery() {
    Query query;
    const std::size_t count = 1 + random_() % 5;
    while (query.units.size() < count) {
      const double rank = std::uniform_real_distribution<double>(0, 1)(random_);
      const auto at = static_cast<std::size_t>(rank * rank * rank * double(terms_.size()));
      QueryUnit unit;
      unit.words = {{terms_[at].second, 0}};
      unit.frequency = 1 + static_cast<std::uint32_t>(random_() % 2);
      if (random_() % 3 == 0) unit.weight = 0.01 * static_cast<double>(1 + random_() % 300);
      const auto same = [&](const QueryUnit& other) { return other.words == unit.words; };
      if (std::none_of(query.units.begin(), query.units.end(), same)) query.units.push_back(unit);
    }
    return query;
  }

  // The same units, of which each is required, excluded, one of several, or free. As in a query
  // that somebody typed, a page needs at least one of them.
  Query DrawFilter(Query query) {
    Condition all{.kind = Condition::Kind::kAll};
    Condition any{.kind = Condition::Kind::kAny};
    for (std::size_t unit = 0; unit < query.units.size(); ++unit) {
      const Condition of_unit{.kind = Condition::Kind::kUnit, .unit = unit};
      const auto drawn = random_() % 6;
      if (drawn < 2) all.parts.push_back(of_unit);
      if (drawn != 3) any.parts.push_back(of_unit);
      if (drawn == 3) all.parts.push_back({.kind = Condition::Kind::kNot, .parts = {of_unit}});
    }
    const bool required = std::any_of(all.parts.begin(), all.parts.end(), [](const Condition& c) {
      return c.kind == Condition::Kind::kUnit;
    });
    if (!any.parts.empty() && (!required || random_() % 4 == 0)) all.parts.push_back(any);
    if (!all.parts.empty() && (required || !any.parts.empty())) query.filter = std::move(all);
    return query;
  }

  // The same units, the last of which is an alternative of the first.
  static Query WithAlternative(Query query) {
    if (query.units.size() < 2) return query;
    query.units.back().instead_of = 0;
    query.units.back().weight = 0.5;
    return query;
  }

  // The same units, each of which has one or two more terms, as words have in a store of several
  // languages.
  Query WithStems(Query query) {
    for (QueryUnit& unit : query.units) {
      for (std::size_t more = 1 + random_() % 2; more > 0; --more)
        unit.words.front().others.push_back(terms_[random_() % terms_.size()].second);
    }
    return query;
  }

  void Compare(const Query& query, SearchOptions options) {
    options.algorithm = "exhaustive";
    const auto all = searcher_->Search(query, options);
    ASSERT_TRUE(all.ok()) << all.status().message();
    std::vector<std::string> names = {std::string(kAutoAlgorithm)};
    for (const AlgorithmInfo& algorithm : AlgorithmTable()) names.emplace_back(algorithm.name);
    for (const std::string& name : names) {
      options.algorithm = name;
      const auto best = searcher_->Search(query, options);
      ASSERT_TRUE(best.ok()) << best.status().message();
      ASSERT_EQ(best.value().hits, all.value().hits)
          << name << " " << options.model << "/" << options.variant << " " << options.n << " '"
          << query.units.front().words.front().term << "' ...";
      ASSERT_LE(best.value().matches, all.value().matches);
      ASSERT_TRUE(best.value().more || best.value().matches == all.value().matches);
    }
  }

  TempFolder folder_;
  std::unique_ptr<Searcher> searcher_;
  std::vector<std::pair<std::uint32_t, std::string>> terms_;
  std::mt19937 random_{1995};
};

TEST_P(RetrievalContract, AlgorithmsAgreeForEveryScorer) {
  for (const ScorerInfo& row : ScorerTable()) {
    for (int i = 0; i < 12; ++i) {
      const Query query = i % 2 == 0 ? DrawQuery() : DrawFilter(DrawQuery());
      SearchOptions options;
      options.model = row.model;
      options.variant = row.variant;
      for (options.n = 1; options.n <= 1000; options.n *= options.n == 10 ? 100 : 10)
        Compare(query, options);
    }
  }
}

TEST_P(RetrievalContract, AlgorithmsAgreeForEveryWeightAndParameter) {
  for (int i = 0; i < 60; ++i) {
    const Query query = DrawQuery();
    SearchOptions options;
    for (double& weight : options.weights.of) weight = static_cast<double>(random_() % 5) / 2;
    options.weights.of[static_cast<std::size_t>(Field::kTemplate)] = 0;
    for (const ParameterInfo& row : ParameterTable()) {
      const double most = std::min(row.high, 2000.0);
      if (random_() % 2 == 0)
        options.parameters.*row.value =
            std::uniform_real_distribution<double>(row.low, most)(random_);
    }
    const ScorerInfo& row = ScorerTable()[random_() % ScorerTable().size()];
    options.model = row.model;
    options.variant = row.variant;
    Compare(query, options);
    Compare(DrawFilter(query), options);
    Compare(WithAlternative(query), options);
    Compare(WithStems(query), options);
    Compare(WithStems(WithAlternative(query)), options);
  }
}

// What pages score beside the words is bounded before it is found.
TEST_P(RetrievalContract, AlgorithmsAgreeForTheDefaults) {
  for (int i = 0; i < 60; ++i) {
    Query query = i % 3 == 2 ? DrawFilter(DrawQuery()) : DrawQuery();
    if (i % 2 == 1) query = WithStems(std::move(query));
    SearchOptions options = DefaultSearch();
    // Proximity alone, the prior alone, and both.
    if (i % 4 == 1) options.parameters.prior = 0;
    if (i % 4 == 2) options.parameters.proximity = 0;
    options.variant = i % 5 == 4 ? "standard" : "";  // its scores may be negative
    for (options.n = 1; options.n <= 1000; options.n *= options.n == 10 ? 100 : 10)
      Compare(query, options);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Real, RetrievalContract,
    ::testing::Values(Collection{"fixture", THRESH_SOURCE_DIR "/tests/fixtures/site"},
                      Collection{"sqlite", THRESH_SOURCE_DIR
                                 "/data/corpora/sqlite3-doc/usr/share/doc/sqlite3"},
                      Collection{"exim", THRESH_SOURCE_DIR
                                 "/data/corpora/exim4-doc-html/usr/share/doc/exim4-doc-html"},
                      Collection{"vaswani", THRESH_SHARED_DIR "/data/ir-vaswani/doc-text.trec.gz"}),
    [](const auto& collection) { return std::string(collection.param.name); });

}  // namespace
}  // namespace thresh
