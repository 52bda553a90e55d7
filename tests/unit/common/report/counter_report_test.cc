#include "common/report/counter_report.h"

#include <gtest/gtest.h>

#include "tests/support/json.h"

namespace thresh {
namespace {

Counters SomeCounters() {
  Counters counters;
  counters[Counter::kRecordsRead] = 1234;
  counters[Counter::kSkippedNotHtml] = 3;
  counters[Counter::kSkippedBomb] = 4;
  return counters;
}

TEST(CounterReport, HasARowForEveryCounterAndSkipsAreThoseNamedSo) {
  const std::vector<CounterRow> rows = CounterRows(SomeCounters());
  ASSERT_EQ(rows.size(), kCounterCount);
  for (const CounterRow& row : rows)
    EXPECT_EQ(row.kind == CounterKind::kSkipped, row.name.starts_with("skipped_")) << row.name;
  EXPECT_EQ(rows[0].name, "records_read");
  EXPECT_EQ(rows[0].value, 1234U);
  EXPECT_EQ(SomeCounters().Skipped(), 7U);
}

TEST(CounterReport, TextAndLineLeaveOutZeros) {
  const std::string text = CountersText(SomeCounters(), {});
  EXPECT_NE(text.find("1,234"), std::string::npos) << text;
  EXPECT_NE(text.find("not HTML"), std::string::npos) << text;
  EXPECT_EQ(text.find("indexed"), std::string::npos) << text;
  EXPECT_EQ(CountersLine(SomeCounters()), "records_read 1234; skipped_not_html 3; skipped_bomb 4");
  EXPECT_EQ(CountersLine({}), "");
}

TEST(CounterReport, JsonHasEveryCounter) {
  const auto json = ParseJson(CountersJson(SomeCounters()).dump());
  EXPECT_EQ(json.size(), kCounterCount);
  EXPECT_EQ(json["records_read"], 1234U);
  EXPECT_EQ(json["indexed"], 0U);
}

TEST(Counters, AreSetByTheNamesThatStoresKeep) {
  Counters counters;
  EXPECT_TRUE(counters.SetByName("duplicate", 5));
  EXPECT_EQ(counters[Counter::kDuplicate], 5U);
  EXPECT_FALSE(counters.SetByName("of_a_newer_version", 5));
}

}  // namespace
}  // namespace thresh
