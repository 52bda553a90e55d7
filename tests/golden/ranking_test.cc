// Golden ranking.json: every case through the scorers of the table.
#include <gtest/gtest.h>

#include "query/retrieve/scorer.h"
#include "tests/golden/golden_file.h"

namespace thresh {
namespace {

struct Expected {
  const char* key;
  const char* model;
  const char* variant;
};

TEST(Golden, Ranking) {
  const nlohmann::json golden = ReadGolden("ranking.json");
  const Expected columns[] = {{"bm25_standard", "bm25", "standard"},
                              {"bm25_printed", "bm25", "printed"},
                              {"bm25_nonnegative_idf", "bm25", "nonneg"},
                              {"pivoted_standard", "pivoted_tfidf", "standard"},
                              {"pivoted_printed", "pivoted_tfidf", "printed"}};
  ASSERT_GE(golden.at("cases").size(), 4u);
  for (const auto& c : golden.at("cases")) {
    const CollectionStatistics collection{.docs = c.at("N"), .average_length = c.at("length_avg")};
    const TermStatistics term{.df = c.at("df"), .query_frequency = c.at("qtf")};
    const Occurrence occurrence{
        .tf = c.at("tf"), .length = c.at("length"), .tf_avg = c.at("tf_avg")};
    for (const Expected& column : columns) {
      const ScorerInfo* row = FindScorer(column.model, column.variant).value();
      EXPECT_NEAR(row->make({.k1 = 2, .b = 0.75}, collection, term)(occurrence), c.at(column.key),
                  1e-6)
          << column.key << " of " << c;
    }
  }
}

}  // namespace
}  // namespace thresh
