#include "query/retrieve/deadline.h"

#include <gtest/gtest.h>

#include "query/retrieve/rank.h"
#include "tests/unit/query/retrieve/hand_index.h"

namespace thresh {
namespace {

TEST(Deadline, NothingIsAnsweredAfterIt) {
  std::mt19937 random(8);
  HandIndex hand(RandomPages(random, 3000, 2));
  hand.records.resize(3000);
  const auto collection = CountCollection(hand.lengths());
  const auto analyzer = std::move(Analyzer::Make({}).value());
  const DeadlineIndex late(hand, 0), never(hand, 1e12);
  for (const char* text : {"w0", "w* w1", "\"w0 w1\"", "url:x", "w0 -w1"}) {
    const auto query = ParseQuery(text, *analyzer);
    const auto given_up = Rank(query.value(), late, collection, {});
    ASSERT_FALSE(given_up.ok()) << text;
    EXPECT_EQ(given_up.status().code(), Code::kFailed);
    const auto answer = Rank(query.value(), never, collection, {});
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer.value().hits, Rank(query.value(), hand, collection, {}).value().hits) << text;
  }
}

TEST(Deadline, ItPassesBetweenTheChunksOfAList) {
  std::mt19937 random(9);
  const HandIndex hand(RandomPages(random, 3000, 2));
  const auto record = hand.Term("w0");
  const DeadlineIndex late(hand, 0);
  const auto chunks = late.Chunks("w0");
  ASSERT_FALSE(record.value()->fields.front().chunks.empty());
  PostingCursor cursor(&record.value()->fields.front(), chunks.get());
  EXPECT_EQ(cursor.doc(), PostingCursor::kEnd);
  EXPECT_EQ(cursor.status().code(), Code::kFailed);
}

}  // namespace
}  // namespace thresh
