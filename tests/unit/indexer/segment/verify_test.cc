#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "common/base/files.h"
#include "common/postings/postings.h"
#include "common/store/crawl_table.h"
#include "common/store/rocks.h"
#include "indexer/segment/publisher.h"
#include "indexer/segment/table_writer.h"
#include "indexer/segment/verify.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

namespace fs = std::filesystem;

class VerifyTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto writer = StoreWriter::Open(store());
    ASSERT_TRUE(writer.ok());
    const Status published = PublishPages(*writer.value(), 4);
    ASSERT_TRUE(published.ok()) << published.message();
  }
  std::string store() const { return folder_.path() + "/store"; }
  std::vector<std::string> Problems() const {
    const Result<VerifyReport> report = VerifyStore(store());
    if (!report.ok()) return {report.status().message()};
    return report.value().problems;
  }
  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(store())) {
      if (entry.is_regular_file()) files.push_back(entry.path().string());
    }
    return files;
  }
  static void FlipAt(const std::string& file, std::size_t at, int mask) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(at));
    const int byte = stream.get();
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(static_cast<char>(byte ^ mask));
  }

  TempFolder folder_;
};

TEST_F(VerifyTest, AWholeStoreHasNoProblems) {
  const Result<VerifyReport> report = VerifyStore(store());
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(Problems(), std::vector<std::string>());
  EXPECT_EQ(report.value().digest, ReadManifest(store()).value().digest);
  EXPECT_GT(report.value().rows, 20u);
  EXPECT_GT(report.value().files, 10u);
}

TEST_F(VerifyTest, AFlippedBitInAnyByteOfAnyFileIsFound) {
  std::size_t bytes = 0;
  for (const std::string& file : Files()) {
    const std::size_t size = fs::file_size(file);
    for (std::size_t at = 0; at < size; ++at, ++bytes) {
      const int mask = 1 << (at % 8);
      FlipAt(file, at, mask);
      EXPECT_FALSE(Problems().empty()) << file << " byte " << at;
      FlipAt(file, at, mask);
    }
  }
  EXPECT_GT(bytes, 10000u);
  EXPECT_EQ(Problems(), std::vector<std::string>());
}

// RocksDB would end the process: the last byte of the properties says how many buckets it has.
TEST_F(VerifyTest, ATableWithDamagedPropertiesIsNotOpened) {
  for (const std::string& file : Files()) {
    if (!file.ends_with(".sst")) continue;
    ASSERT_TRUE(CheckTable(file).ok()) << file;
    std::vector<std::size_t> damaged;
    for (std::size_t at = 0; at < fs::file_size(file); ++at) {
      FlipAt(file, at, 0xff);
      if (!CheckTable(file).ok()) damaged.push_back(at);
      FlipAt(file, at, 0xff);
    }
    constexpr std::size_t kChecksum = 5;
    EXPECT_GT(damaged.size(), 500u) << file;
    for (const std::size_t at : {damaged.front(), damaged[damaged.size() - kChecksum - 1]}) {
      FlipAt(file, at, 0xff);
      const std::string folder = fs::path(file).parent_path();
      const Status status =
          folder == store() ? CrawlTable::Open(file).status() : Segment::Open(folder).status();
      EXPECT_NE(status.message().find("damaged"), std::string::npos) << status.message();
      FlipAt(file, at, 0xff);
    }
  }
}

// Text files have other dangers than data: every bit of them.
TEST_F(VerifyTest, EveryBitOfCurrentAndManifest) {
  for (const std::string name : {"/CURRENT", "/manifest-000001"}) {
    const std::string file = store() + name;
    for (std::size_t bit = 0; bit < 8 * fs::file_size(file); ++bit) {
      FlipAt(file, bit / 8, 1 << (bit % 8));
      EXPECT_FALSE(Problems().empty()) << name << " bit " << bit;
      FlipAt(file, bit / 8, 1 << (bit % 8));
    }
  }
}

TEST_F(VerifyTest, MissingShortAndForeignFilesAreNamed) {
  for (const std::string& file : Files()) {
    if (file.ends_with("/LOCK") && file == store() + "/LOCK") continue;
    const std::string aside = folder_.path() + "/aside";
    fs::rename(file, aside);
    EXPECT_FALSE(Problems().empty()) << file;
    fs::rename(aside, file);
  }
  std::ofstream(store() + "/seg-000001/000099.sst") << "foreign";
  const std::vector<std::string> problems = Problems();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("seg-000001/000099.sst"), std::string::npos);
}

// What no checksum of a file tells: rows that are whole but not what the manifest says.
TEST_F(VerifyTest, AnotherDigestOrPageCountIsFound) {
  Manifest manifest = ReadManifest(store()).value();
  const std::string file = store() + "/manifest-000001";
  const Manifest whole = manifest;
  manifest.segments[0].digest.low ^= 1;
  ASSERT_TRUE(WriteFileDurably(file, manifest.Encode()).ok());
  EXPECT_EQ(Problems().size(), 1u);
  manifest = whole;
  manifest.segments[0].docs = 5;
  ASSERT_TRUE(WriteFileDurably(file, manifest.Encode()).ok());
  EXPECT_FALSE(Problems().empty());
}

TEST_F(VerifyTest, AnotherDigestOfAllSitesIsFound) {
  Manifest manifest = ReadManifest(store()).value();
  manifest.digest.low ^= 1;
  ASSERT_TRUE(WriteFileDurably(store() + "/manifest-000001", manifest.Encode()).ok());
  EXPECT_EQ(Problems(), std::vector<std::string>{"the content digest is not that of the sites"});
}

// A crawl table that is whole, and not of this store.
TEST_F(VerifyTest, AnotherHistoryIsFound) {
  Manifest manifest = ReadManifest(store()).value();
  const std::string file = store() + "/" + manifest.crawl.path;
  const auto write = [&](const std::string& url, int pages) {
    TableWriter table(file, BaseOptions());
    for (int page = 0; page < pages; ++page) {
      CrawlRecord row;
      row.first_seen = "2024-01-01";
      const std::string number = std::to_string(1000000 + page);
      ASSERT_TRUE(table.Put(CrawlKey("example.com", url + number), row.Encode()).ok());
    }
    ASSERT_TRUE(table.Put(CrawlReportKey(), UpdateReport().Encode()).ok());
    ASSERT_TRUE(table.Finish().ok());
    manifest.crawl.hash = HashFile(file, &manifest.crawl.bytes).value();
    ASSERT_TRUE(WriteFileDurably(store() + "/manifest-000001", manifest.Encode()).ok());
  };
  const std::vector<std::string> problem = {manifest.crawl.path +
                                            ": its pages are not those of the segments"};
  write("http://example.com/p", 4);
  EXPECT_EQ(Problems(), std::vector<std::string>());
  write("http://example.com/p", 3);
  EXPECT_EQ(Problems(), problem);
  write("http://example.com/q", 4);
  EXPECT_EQ(Problems(), problem);
}

TEST_F(VerifyTest, AFileOfAnotherLengthIsSaidToBe) {
  const std::string name = ReadManifest(store()).value().segments[0].files[0].path;
  const std::string bytes = ReadFile(store() + "/" + name).value();
  ASSERT_TRUE(WriteFileDurably(store() + "/" + name, bytes + "x").ok());
  EXPECT_EQ(Problems(),
            std::vector<std::string>{name + ": has " + std::to_string(bytes.size() + 1) +
                                     " bytes instead of " + std::to_string(bytes.size())});
}

std::map<std::string, std::string>& Of(StoreRows* rows, Family family) {
  return (*rows)[static_cast<std::size_t>(family)];
}

// Changes the list of a word that one page has.
void ChangeList(StoreRows* rows, const std::function<void(FieldList*)>& change) {
  TermRecord record;
  std::string& row = Of(rows, Family::kTerms)["word0"];
  ASSERT_TRUE(record.Decode(row));
  change(&record.fields.front());
  row = record.Encode();
}

// Damage that only the rows themselves show, each kind by its own line.
TEST_F(VerifyTest, RowsThatAreWrongInThemselvesAreFound) {
  const auto says = [&](const std::string& line, const std::function<void(StoreRows*)>& change) {
    StoreRows whole;
    const auto spoil = [&](StoreRows* rows) {
      whole = *rows;
      change(rows);
    };
    ASSERT_TRUE(ChangeRows(store(), spoil).ok()) << line;
    const std::vector<std::string> problems = Problems();
    EXPECT_EQ(std::count(problems.begin(), problems.end(), "seg-000001: " + line), 1)
        << ::testing::PrintToString(problems);
    ASSERT_TRUE(ChangeRows(store(), [&](StoreRows* rows) { *rows = whole; }).ok());
  };
  says("`links` has not one row a page",
       [](StoreRows* rows) { Of(rows, Family::kLinks).erase(DocKey(DocId(3))); });
  says("1 rows of `terms` do not decode",
       [](StoreRows* rows) { ChangeList(rows, [](FieldList* list) { ++list->cf; }); });
  says("1 rows of `terms` do not decode", [](StoreRows* rows) {
    ChangeList(rows, [](FieldList* list) {  // a page that is not there
      list->inline_postings.clear();
      PutPostings(std::array{4U}, std::array{1U}, &list->inline_postings);
    });
  });
  says("its words were cut by another analyzer than the manifest says", [](StoreRows* rows) {
    Of(rows, Family::kMeta)[std::string(kMetaAnalyzer)] = "stemmer english";
  });
  says("1 rows of `text` do not decode", [](StoreRows* rows) {
    TextRecord text;
    std::string& row = Of(rows, Family::kText)[DocKey(DocId(0))];
    ASSERT_TRUE(text.Decode(row));
    text.verdicts.push_back({BlockNo(1), Verdict::kTemplate, TemplateId(1), 4, 100});
    row = text.Encode();
  });
  says("1 sites do not have their digest", [](StoreRows* rows) {
    std::vector<SiteRecord> sites;
    std::string& row = Of(rows, Family::kMeta)[std::string(kMetaSites)];
    ASSERT_TRUE(DecodeSites(row, &sites));
    sites.front().digest.low ^= 1;
    row = EncodeSites(sites);
  });
  EXPECT_EQ(Problems(), std::vector<std::string>());
}

TEST_F(VerifyTest, NoStoreIsMissing) {
  EXPECT_EQ(VerifyStore(folder_.path() + "/none").status().code(), Code::kMissing);
}

}  // namespace
}  // namespace thresh
