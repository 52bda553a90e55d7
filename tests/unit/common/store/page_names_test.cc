// What titles call pages, and what is typed.
#include "common/store/page_names.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/text/analyzer.h"

namespace thresh {
namespace {

std::unique_ptr<Analyzer> Make(const std::string& stemmer = "none") {
  return std::move(Analyzer::Make({.stemmer = stemmer}).value());
}

bool Names(std::string_view title, std::string_view typed) {
  const auto analyzer = Make();
  const std::vector<std::uint64_t> names = NamesOf(title, *analyzer);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  return std::binary_search(names.begin(), names.end(), NameOf(typed, *analyzer)->hash);
}

TEST(PageNames, AreAllOfATitleAndItsEnds) {
  EXPECT_TRUE(Names("GroupBy — pandas 1.5.3 documentation", "groupby"));
  EXPECT_TRUE(Names("GroupBy — pandas 1.5.3 documentation", "groupby pandas 1.5.3 documentation"));
  EXPECT_TRUE(Names("cppreference.com | std::vector", "std vector"));
  EXPECT_TRUE(Names("Cell Arrays (GNU Octave (version 7.3.0))", "Cell Arrays"));
  EXPECT_TRUE(Names("A - B - C", "a") && Names("A - B - C", "c"));
  EXPECT_FALSE(Names("A - B - C", "b"));
  EXPECT_TRUE(Names("記事の題｜サイト", "記事の題"));
  EXPECT_FALSE(Names("Write-Ahead Logging", "write"));
  EXPECT_FALSE(Names("Write-Ahead Logging", "logging write ahead"));
  EXPECT_TRUE(Names("Write-Ahead Logging", "\"Write Ahead\" logging"));
}

TEST(PageNames, LeaveNumbersInFrontOut) {
  EXPECT_TRUE(Names("11.3. Multicolumn Indexes", "multicolumn indexes"));
  EXPECT_TRUE(Names("11.3. Multicolumn Indexes", "11.3 multicolumn indexes"));
  EXPECT_TRUE(Names("Manual: 4 2 Tables", "tables"));
  EXPECT_TRUE(Names("1984", "1984"));
  EXPECT_FALSE(Names("Windows 98", "windows"));
}

TEST(PageNames, LookAtNeitherCaseNorAccentsNorStems) {
  EXPECT_TRUE(Names("Café Zürich", "cafe ZURICH"));
  const auto plain = Make(), english = Make("english");
  EXPECT_EQ(*NameOf("Running dogs", *english), *NameOf("running dogs", *plain));
  EXPECT_NE(*NameOf("running dogs", *plain), *NameOf("run dog", *plain));
}

TEST(PageNames, HaveWords) {
  const auto analyzer = Make();
  EXPECT_EQ(*NameOf(" -- !", *analyzer), PageName());
  EXPECT_TRUE(NamesOf("", *analyzer).empty());
  EXPECT_TRUE(NamesOf(" - ", *analyzer).empty());
  EXPECT_EQ(NameOf("a b a", *analyzer)->words, 3U);
  // Stores have it. By `printf 'index\n' | xxhsum -H2`.
  EXPECT_EQ(NameOf("Index", *analyzer)->hash, 0xe6da1d293e16546bU);
}

// Rows are found by a part of a name, which must be there for any number of pages.
TEST(PageNames, HaveARow) {
  for (const std::uint64_t docs : {1U, 31U, 32U, 64U, 1'000'000U}) {
    std::uint32_t last = 0;
    for (std::uint64_t name = 1; name != 0 && name < ~std::uint64_t{0} / 3; name *= 3) {
      const NamePlace place = PlaceOf(name, docs);
      EXPECT_EQ(place.half, static_cast<std::uint32_t>(name));
      last = std::max(last, place.row);
    }
    EXPECT_LE(last, 2 * (docs / 32 + 1));
  }
}

TEST(PageNames, AreReadAsWritten) {
  const std::vector<NamedPage> pages = {
      {0, DocId(5)}, {7, DocId(1)}, {7, DocId(2)}, {~0U, DocId(0)}};
  std::vector<NamedPage> read;
  const std::string row = EncodeNames(pages);
  ASSERT_TRUE(DecodeNames(row, &read));
  EXPECT_EQ(read, pages);
  for (std::size_t cut = 0; cut < row.size(); ++cut)
    EXPECT_FALSE(DecodeNames(std::string_view(row).substr(0, cut), &read)) << cut;
}

}  // namespace
}  // namespace thresh
