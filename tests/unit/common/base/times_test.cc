#include "common/base/times.h"

#include <gtest/gtest.h>

namespace thresh {
namespace {

std::string Time(std::string_view written) { return CanonicalTime(written).value_or("none"); }

TEST(Times, OneFormForAllThatAreOneTime) {
  for (const char* written :
       {"2024-06-08T10:00:00Z", "2024-06-08T10:00Z", "2024-06-08 10:00:00",
        "2024-06-08T15:30:00+05:30", "2024-06-08T10:00:00.000Z", "2024-06-07T23:00:00-1100",
        "2024-06-08T10:00:00 GMT", "20240608100000", "202406081000", "20240608100000000",
        "Sat, 08 Jun 2024 10:00:00 GMT", "8 Jun 2024 12:00:00 +0200",
        "Sat, 08-Jun-2024 10:00:00 UTC", " 2024-06-08t10:00:00z "})
    EXPECT_EQ(Time(written), "2024-06-08T10:00:00Z") << written;
}

TEST(Times, ADayMonthOrYearStaysOne) {
  EXPECT_EQ(Time("2024-06-08"), "2024-06-08");
  EXPECT_EQ(Time("20240608"), "2024-06-08");
  EXPECT_EQ(Time("Sat, 8 Jun 2024"), "2024-06-08");
  EXPECT_EQ(Time("2024-06"), "2024-06");
  EXPECT_EQ(Time("2024"), "2024");
}

TEST(Times, AnOffsetMovesTheDay) {
  EXPECT_EQ(Time("2024-03-01T00:30:00+01:00"), "2024-02-29T23:30:00Z");
  EXPECT_EQ(Time("2023-12-31T23:00:00-05"), "2024-01-01T04:00:00Z");
}

TEST(Times, WhatIsNoDateIsNone) {
  for (const char* written :
       {"", "yesterday", "2024-13-01", "2024-02-30", "2024-06-08T25:00:00Z", "2024-06-08T10:00:00X",
        "2024-06-08T10:00:00.Z", "2024-6-8", "24", "1706745600", "2024-06-08T10", "2024-06-08Z",
        "Sat, 08 Foo 2024 10:00:00 GMT", "Sat, 99 Jun 2024", "0000-01-01T00:00:00+01:00"})
    EXPECT_EQ(Time(written), "none") << written;
}

TEST(Times, KeysStandInTheOrderOfTime) {
  const char* last = "";
  for (const char* time : {"2023", "2024-01-01", "2024-01-01T00:00:00Z", "2024-01-01T00:00:00.25Z",
                           "2024-01-01T00:00:00.5Z", "2024-01-01T00:00:01Z"}) {
    EXPECT_LT(TimeKey(last), TimeKey(time));
    EXPECT_EQ(Time(time), time);
    last = time;
  }
}

}  // namespace
}  // namespace thresh
