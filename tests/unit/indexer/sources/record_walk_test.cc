#include "indexer/sources/record_walk.h"

#include "indexer/sources/bytes/input.h"
#include "indexer/sources/page_reader.h"
#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

class RecordWalkTest : public ::testing::Test {
 protected:
  // The records of a file of these bytes: how they are packed, and how many there are.
  std::pair<PartForm, int> Walk(const std::string& bytes) {
    auto parts = PartsOf(folder_.Write("input", bytes));
    EXPECT_TRUE(parts.ok() && parts->size() == 1);
    Journal journal;
    Result<PartRecords> records = OpenRecords(parts->front(), PageLimits(), &journal);
    EXPECT_TRUE(records.ok()) << records.status().message();
    if (!records.ok()) return {PartForm::kPlain, -1};
    EXPECT_TRUE(records->trail != nullptr || records->form != PartForm::kMembers);
    RecordPlace place;
    int count = 0;
    while (records->walk->Next(&place).value()) ++count;
    return {records->form, count};
  }

  TempFolder folder_;
};

// Only members of one layer of gzip can be copied as they are.
TEST_F(RecordWalkTest, TheFormSaysHowRecordsCanBeCopied) {
  const std::string a = Response("http://a/1", "one"), b = Response("http://a/2", "two");
  EXPECT_EQ(Walk(a + b), std::pair(PartForm::kPlain, 2));
  EXPECT_EQ(Walk(Gzip(a) + Gzip(b)), std::pair(PartForm::kMembers, 2));
  EXPECT_EQ(Walk(Gzip(Gzip(a) + Gzip(b))), std::pair(PartForm::kLayers, 2));
  EXPECT_EQ(Walk(Gzip(Zstd(a + b))), std::pair(PartForm::kLayers, 2));
  EXPECT_EQ(Walk(Zstd(a + b)), std::pair(PartForm::kLayers, 2));
}

TEST_F(RecordWalkTest, AnInputKnowsWhatIsLeftOfAFile) {
  auto parts = PartsOf(folder_.Write("input", "0123456789"));
  Journal journal;
  Result<std::unique_ptr<ByteStream>> stream = parts->front().open(&journal);
  ASSERT_TRUE(stream.ok());
  Input input(std::move(*stream));
  EXPECT_EQ(input.bytes_left(), 10U);
  ASSERT_TRUE(input.Fill(4).ok());
  input.Skip(3);
  EXPECT_EQ(input.bytes_left(), 7U);
}

}  // namespace
}  // namespace thresh::sources_test
