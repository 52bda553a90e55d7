#include "query/retrieve/expansion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "query/retrieve/rank.h"
#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

using Weights = std::map<std::string, double>;

class ExpansionTest : public ::testing::Test {
 protected:
  ExpansionTest() : analyzers_(std::move(PageAnalyzers::Make({}).value())) {}

  static Query Of(const std::vector<std::string>& words) {
    Query query;
    for (const std::string& word : words) query.units.push_back({.words = {{word}}});
    return query;
  }
  // What each unit of the expanded query counts.
  Weights Expanded(const Query& query, const std::vector<FeedbackPage>& pages, const Index& index,
                   const SearchOptions& options) {
    const auto expanded = ExpandQuery(query, pages, index, analyzers_, options);
    EXPECT_TRUE(expanded.ok());
    Weights weights;
    for (const QueryUnit& unit : expanded.value().units)
      weights[unit.words.front().term] = unit.frequency * unit.weight;
    return weights;
  }

  PageAnalyzers analyzers_;
};

std::string Text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

double Df(const std::vector<HandPage>& pages, const std::string& word) {
  return static_cast<double>(std::count_if(pages.begin(), pages.end(), [&](const HandPage& page) {
    return std::any_of(page.begin(), page.end(), [&](const auto& field) {
      return std::find(field.begin(), field.end(), word) != field.end();
    });
  }));
}

double Cf(const std::vector<HandPage>& pages, const std::string& word) {
  double cf = 0;
  for (const HandPage& page : pages) {
    for (const auto& field : page)
      cf += static_cast<double>(std::count(field.begin(), field.end(), word));
  }
  return cf;
}

// The `most` largest, ties in the order of the words.
Weights Largest(const Weights& weights, std::size_t most) {
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto& [word, weight] : weights) sorted.emplace_back(-weight, word);
  std::sort(sorted.begin(), sorted.end());
  Weights kept;
  for (std::size_t at = 0; at < std::min(most, sorted.size()); ++at)
    kept[sorted[at].second] = -sorted[at].first;
  return kept;
}

struct Feedback {
  std::vector<HandPage> pages;
  std::vector<FeedbackPage> best;
  std::vector<Weights> counts;  // of each of the best
};

Feedback MakeFeedback(std::mt19937& random) {
  Feedback made;
  made.pages = RandomPages(random, 60, 400);
  for (std::uint32_t at = 0; at < 4; ++at) {
    const std::vector<std::string>& words = made.pages[at][0];
    made.best.push_back({.score = 1 + Below(random, 9) / 4.0, .texts = {Text(words)}});
    Weights& counts = made.counts.emplace_back();
    for (const std::string& word : words) ++counts[word];
  }
  return made;
}

// What a query of one word, `typed`, gets from these terms at an original weight of 0.5.
Weights WithTyped(const Weights& terms) {
  double sum = 0;
  for (const auto& [word, weight] : terms) sum += weight;
  Weights expected = {{"typed", 1}};
  for (const auto& [word, weight] : terms) expected[word] = weight / sum;
  return expected;
}

void ExpectNear(const Weights& found, const Weights& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [word, weight] : expected) {
    ASSERT_TRUE(found.contains(word)) << word;
    EXPECT_NEAR(found.at(word), weight, 1e-12) << word;
  }
}

TEST_F(ExpansionTest, Rm3IsThatOfTheTwin) {
  std::mt19937 random(2001);
  for (int round = 0; round < 40; ++round) {
    const Feedback made = MakeFeedback(random);
    Weights model;
    for (std::size_t at = 0; at < made.best.size(); ++at) {
      Weights rare;
      for (const auto& [word, tf] : made.counts[at]) {
        if (Df(made.pages, word) <= 6) rare[word] = tf;  // a tenth of 60 pages
      }
      rare = Largest(rare, 5);
      double length = 0;
      for (const auto& [word, tf] : rare) length += tf;
      for (const auto& [word, tf] : rare) model[word] += made.best[at].score * tf / length;
    }
    SearchOptions options{.expand = "rm3"};
    options.parameters.feedback_terms = 5;
    ExpectNear(Expanded(Of({"typed"}), made.best, HandIndex(made.pages), options),
               WithTyped(Largest(model, 5)));
  }
}

TEST_F(ExpansionTest, Bo1IsThatOfTheTwin) {
  std::mt19937 random(2003);
  for (int round = 0; round < 40; ++round) {
    const Feedback made = MakeFeedback(random);
    Weights total, on, weights;
    for (const Weights& counts : made.counts) {
      for (const auto& [word, tf] : counts) {
        total[word] += tf;
        ++on[word];
      }
    }
    for (const auto& [word, tf] : total) {
      if (on[word] < 2) continue;
      const double mean = Cf(made.pages, word) / 60;
      weights[word] = tf * std::log2((1 + mean) / mean) + std::log2(1 + mean);
    }
    ExpectNear(Expanded(Of({"typed"}), made.best, HandIndex(made.pages), {.expand = "bo1"}),
               WithTyped(Largest(weights, 10)));
  }
}

TEST_F(ExpansionTest, WordsOfTheQueryKeepWhatTheyCount) {
  std::vector<HandPage> pages(40, HandPage{{{"other"}, {}, {}, {}}});
  pages[0][0] = pages[1][0] = {"hash", "table", "bucket"};
  const HandIndex index(pages);
  const std::vector<FeedbackPage> best = {{.score = 2, .texts = {"hash table bucket"}}};
  Query query = Of({"hash", "bucket"});
  query.units[0].frequency = 2;
  query.units[1].frequency = 0;  // behind a -
  SearchOptions options{.expand = "rm3"};
  options.parameters.original_weight = 0.5;
  const Weights even = Expanded(query, best, index, options);
  EXPECT_DOUBLE_EQ(even.at("hash"), 2 + 2.0 / 3);
  EXPECT_DOUBLE_EQ(even.at("table"), 2.0 / 3);
  EXPECT_EQ(even.at("bucket"), 0) << "an exclusion stays one";
  options.parameters.original_weight = 1;
  const Weights typed = Expanded(query, best, index, options);
  EXPECT_EQ(typed.at("hash"), 2);
  EXPECT_EQ(typed.at("table"), 0);
}

TEST_F(ExpansionTest, ConditionsHoldAsBefore) {
  std::vector<HandPage> pages(40, HandPage{{{"other"}, {}, {}, {}}});
  pages[0][0] = {"hash", "bucket"};
  pages[1][0] = {"bucket"};
  const HandIndex index(pages);
  const std::vector<FeedbackPage> best = {{.score = 1, .texts = {"hash bucket"}}};
  Query query = Of({"hash"});
  const auto hits = [&](const Query& asked) {
    const auto expanded = ExpandQuery(asked, best, index, analyzers_, {.expand = "rm3"});
    return Rank(expanded.value(), index, CountCollection(index.lengths()), {}).value().hits.size();
  };
  EXPECT_EQ(hits(query), 2u) << "the new word finds a page of its own";
  query.filter = Condition{.kind = Condition::Kind::kUnit, .unit = 0};
  EXPECT_EQ(hits(query), 1u);
}

TEST_F(ExpansionTest, WithoutPagesOrWordsNothingIsAdded) {
  const HandIndex index({HandPage{{{"hash"}, {}, {}, {}}}});
  const Query query = Of({"hash"});
  EXPECT_EQ(Expanded(query, {}, index, {.expand = "rm3"}), (Weights{{"hash", 1}}));
  const std::vector<FeedbackPage> empty = {{.score = 1, .texts = {""}}};
  EXPECT_EQ(Expanded(query, empty, index, {.expand = "bo1"}), (Weights{{"hash", 1}}));
  EXPECT_EQ(Expanded(query, empty, index, {}), (Weights{{"hash", 1}}));
  EXPECT_EQ(ExpandQuery(query, empty, index, analyzers_, {.expand = "rm4"}).status().code(),
            Code::kUsage);
}

}  // namespace
}  // namespace thresh
