#include "indexer/detect/site_rows.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/support/page_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

class SiteRowsTest : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kPages = 60;

  static Page PageOf(std::uint32_t number) {
    PageMaker maker("http://example.com/" + std::to_string(number));
    maker.Words(maker.AddBlock("style"), "words of page " + std::to_string(number));
    return maker.Make();
  }
  // The pages came in another order than that of their dates.
  static std::string RowsOf(std::uint32_t pages) {
    std::string bytes;
    PageRowWriter writer;
    for (std::uint32_t i = 0; i < pages; ++i) {
      Page page = PageOf(i);
      page.date = "2024-01-" + std::to_string(10 + i * 7 % 13);
      writer.Append(page, DocId(i), &bytes);
    }
    return bytes;
  }
  void Fill(SiteRows* rows) {
    bytes_ = RowsOf(kPages);
    PageRow row;
    for (std::string_view rest = bytes_; !rest.empty();) {
      ASSERT_TRUE(TakePageRow(&rest, &row));
      ASSERT_TRUE(rows->Add(row, row.arrival.value % 5 != 0).ok());
    }
  }
  // Date and URL of each row, in the order of the group, after the page was found to be the one.
  static std::vector<std::pair<std::string, std::string>> Names(
      SiteRows* rows, const std::vector<SiteRows::Row>& group) {
    std::vector<std::pair<std::string, std::string>> names;
    PageRowReader reader;
    for (const SiteRows::Row& at : group) {
      Result<PageRow> row = rows->Read(at);
      EXPECT_TRUE(row.ok());
      Page page;
      EXPECT_TRUE(reader.Decode(*row, &page));
      EXPECT_EQ(page.text, PageOf(row->arrival.value).text);
      EXPECT_EQ(at.evidence, row->arrival.value % 5 != 0);
      names.emplace_back(page.date, page.url);
    }
    return names;
  }

  TempFolder folder_;
  std::string bytes_;
};

TEST_F(SiteRowsTest, PagesComeByDateAndUrlFromMemoryAndFromDisk) {
  SiteRows kept({}, 0), half(folder_.path(), 2000), written(folder_.path(), 0);
  Fill(&kept);
  const auto names = Names(&kept, kept.Groups(1).front());
  EXPECT_EQ(names.size(), kPages);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (SiteRows* rows : {&half, &written}) {
    Fill(rows);
    EXPECT_EQ(Names(rows, rows->Groups(1).front()), names);
    EXPECT_EQ(rows->bytes(), kept.bytes());
  }
  // Nobody finds what was left behind.
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(SiteRowsTest, GroupsAreRandomSamplesOfTheSameSizeWhateverTheOrderOfArrival) {
  SiteRows rows({}, 0), reversed({}, 0);
  Fill(&rows);
  std::vector<PageRow> all;
  for (std::string_view rest = bytes_; !rest.empty();)
    ASSERT_TRUE(TakePageRow(&rest, &all.emplace_back()));
  for (auto row = all.rbegin(); row != all.rend(); ++row)
    ASSERT_TRUE(reversed.Add(*row, row->arrival.value % 5 != 0).ok());
  const auto groups = rows.Groups(7), of_reversed = reversed.Groups(7);
  std::set<std::string> urls;
  for (std::size_t g = 0; g < 7; ++g) {
    const auto names = Names(&rows, groups[g]);
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    EXPECT_EQ(names, Names(&reversed, of_reversed[g]));
    EXPECT_NEAR(static_cast<double>(names.size()), kPages / 7.0, 1);
    for (const auto& [date, url] : names) EXPECT_TRUE(urls.insert(url).second) << url;
  }
  EXPECT_EQ(urls.size(), kPages);
}

TEST_F(SiteRowsTest, AFolderThatIsGoneIsAnError) {
  SiteRows rows(folder_ / "none", 0);
  std::string_view rest = bytes_ = RowsOf(1);
  PageRow row;
  ASSERT_TRUE(TakePageRow(&rest, &row));
  EXPECT_FALSE(rows.Add(row, true).ok());
}

TEST_F(SiteRowsTest, DamagedRowsAreNoPages) {
  const std::string whole = RowsOf(1);
  PageRowReader reader;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
    std::string_view rest = bytes;
    PageRow row;
    Page page;
    // Never a crash; names and numbers of another page are no damage that a row can see.
    if (TakePageRow(&rest, &row) && reader.Decode(row, &page)) {
      EXPECT_LT(page.text.size(), whole.size() * 16);
    }
  }
}

}  // namespace
}  // namespace thresh
