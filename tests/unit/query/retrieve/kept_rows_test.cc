#include "query/retrieve/kept_rows.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

TEST(KeptRows, RowsOfPartsHaveTheBoundsOfTheirLists) {
  const auto row = [](std::initializer_list<std::uint32_t> tfs) {
    TermRecord record;
    for (const std::uint32_t tf : tfs) {
      FieldList& list = record.fields.emplace_back();
      list.field = static_cast<Field>(record.fields.size());
      list.impacts = ImpactSet::Of(std::vector<Impact>{{tf, 10 * tf}});
    }
    return std::make_shared<const TermRecord>(std::move(record));
  };
  PartRows rows;
  rows.Add(row({3}));
  rows.Add(nullptr);
  rows.Add(row({4, 5}));
  ASSERT_EQ(rows.of.size(), 3U);
  EXPECT_EQ(rows.of[1], nullptr);
  EXPECT_TRUE(rows.BoundsOf(1).empty());
  for (const std::size_t part : {0U, 2U}) {
    const TermRecord& of = *rows.of[part];
    ASSERT_EQ(rows.BoundsOf(part).size(), of.fields.size());
    for (std::size_t i = 0; i < of.fields.size(); ++i) {
      EXPECT_EQ(rows.BoundsOf(part)[i].field, of.fields[i].field);
      EXPECT_EQ(rows.BoundsOf(part)[i].impacts, of.fields[i].impacts);
    }
  }
  const std::size_t bytes = BytesOf(rows);
  rows.Add(row({6, 7, 8}));
  EXPECT_GE(BytesOf(rows), bytes + BytesOf(rows.of.back()) + 3 * sizeof(PartRows::ListBound));
}

}  // namespace
}  // namespace thresh
