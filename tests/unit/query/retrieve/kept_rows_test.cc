#include "query/retrieve/kept_rows.h"

#include <gtest/gtest.h>

#include <string>

namespace thresh {
namespace {

constexpr std::size_t kRow = 1000;  // bytes, far more than the node of a row

KeptRows<int> RowsFor(std::size_t rows) { return KeptRows<int>(2 * rows * (kRow + 200)); }

TEST(KeptRows, ARowIsFoundAsItWasKept) {
  KeptRows<int> rows = RowsFor(3);
  EXPECT_EQ(rows.Find("sea"), nullptr);
  EXPECT_EQ(rows.Keep("sea", 1, kRow), 1);
  EXPECT_EQ(rows.Keep("sand", 2, kRow), 2);
  ASSERT_NE(rows.Find("sea"), nullptr);
  EXPECT_EQ(*rows.Find("sea"), 1);
  EXPECT_EQ(*rows.Find("sand"), 2);
  EXPECT_EQ(rows.Find("se"), nullptr);
}

TEST(KeptRows, RowsThatNobodyAsksForAreForgotten) {
  KeptRows<int> rows = RowsFor(3);
  for (int i = 0; i < 100; ++i) {
    rows.Keep(std::to_string(i), i, kRow);
    const int* const first = rows.Find("0");
    ASSERT_NE(first, nullptr) << i;
    EXPECT_EQ(*first, 0);
  }
  int kept = 0;
  for (int i = 0; i < 100; ++i) kept += rows.Find(std::to_string(i)) != nullptr ? 1 : 0;
  EXPECT_GE(kept, 3);
  EXPECT_LE(kept, 7);
}

TEST(KeptRows, ARowThatIsTooLargeStaysUntilTheNext) {
  KeptRows<int> rows = RowsFor(3);
  rows.Keep("sea", 1, 100 * kRow);
  ASSERT_NE(rows.Find("sea"), nullptr);
  rows.Keep("sand", 2, kRow);
  rows.Keep("salt", 3, 100 * kRow);
  EXPECT_EQ(rows.Find("sea"), nullptr);
  EXPECT_NE(rows.Find("salt"), nullptr);
}

}  // namespace
}  // namespace thresh
