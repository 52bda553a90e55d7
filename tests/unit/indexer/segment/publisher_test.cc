#include "indexer/segment/publisher.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/base/files.h"
#include "indexer/segment/verify.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

namespace fs = std::filesystem;

class PublisherTest : public ::testing::Test {
 protected:
  std::string store() const { return folder_.path() + "/store"; }
  std::vector<std::string> Names() const { return ListDirectory(store()).value(); }
  void Publish(std::uint32_t pages) {
    auto writer = StoreWriter::Open(store());
    ASSERT_TRUE(writer.ok()) << writer.status().message();
    const Status published = PublishPages(*writer.value(), pages);
    ASSERT_TRUE(published.ok()) << published.message();
  }
  // CURRENT, LOCK, work/, and what each of the last `publishes` has left.
  void ExpectOnlyTheStoreOf(std::uint32_t pages, std::size_t publishes) const {
    EXPECT_EQ(LiveDocs(), pages);
    EXPECT_EQ(Names().size(), 3 + 3 * publishes);
    const Result<VerifyReport> report = VerifyStore(store());
    EXPECT_TRUE(report.ok() && report.value().problems.empty());
  }
  std::uint64_t LiveDocs() const { return ReadManifest(store()).value().segments.at(0).docs; }
  Code OpenCode() const { return StoreWriter::Open(store()).status().code(); }
  void Put(const std::string& name, const std::string& bytes = "x") {
    ASSERT_TRUE(WriteFileDurably(store() + "/" + name, bytes).ok());
  }

  TempFolder folder_;
};

TEST_F(PublisherTest, PublishesAndReplaces) {
  Publish(3);
  const std::vector<std::string> first = {"CURRENT",         "LOCK",       "crawl-000001.sst",
                                          "manifest-000001", "seg-000001", "work"};
  EXPECT_EQ(Names(), first);
  EXPECT_EQ(ReadFile(store() + "/CURRENT").value(), "manifest-000001\n");
  EXPECT_EQ(LiveDocs(), 3u);
  EXPECT_TRUE(ListDirectory(store() + "/work").value().empty());
  Publish(5);
  // A copy of the first may be in progress.
  const std::vector<std::string> second = {"CURRENT",
                                           "LOCK",
                                           "crawl-000001.sst",
                                           "crawl-000002.sst",
                                           "manifest-000001",
                                           "manifest-000002",
                                           "seg-000001",
                                           "seg-000002",
                                           "work"};
  EXPECT_EQ(Names(), second);
  Publish(5);
  const std::vector<std::string> third = {"CURRENT",
                                          "LOCK",
                                          "crawl-000002.sst",
                                          "crawl-000003.sst",
                                          "manifest-000002",
                                          "manifest-000003",
                                          "seg-000002",
                                          "seg-000003",
                                          "work"};
  EXPECT_EQ(Names(), third);
  EXPECT_EQ(LiveDocs(), 5u);
  const auto writer = StoreWriter::Open(store());
  ASSERT_TRUE(writer.ok() && writer.value()->live());
  EXPECT_EQ(writer.value()->live()->build_id, "build-5");
}

TEST_F(PublisherTest, AReaderKeepsWhatItOpened) {
  Publish(3);
  const auto segment = Segment::Open(store() + "/seg-000001");
  ASSERT_TRUE(segment.ok());
  Publish(5);
  std::string bytes;
  const Result<bool> found = segment.value()->Get(Family::kTerms, "word2", &bytes);
  EXPECT_TRUE(found.ok() && found.value());
}

TEST_F(PublisherTest, OneWriter) {
  auto first = StoreWriter::Open(store());
  ASSERT_TRUE(first.ok());
  const auto second = StoreWriter::Open(store());
  EXPECT_EQ(second.status().code(), Code::kTryAgain);
  EXPECT_NE(second.status().message().find(store()), std::string::npos);
  first.value().reset();
  EXPECT_TRUE(StoreWriter::Open(store()).ok());
}

TEST_F(PublisherTest, RefusesFoldersOfOthers) {
  fs::create_directories(store() + "/work");
  ASSERT_TRUE(WriteFileDurably(store() + "/work/thesis.txt", "years").ok());
  EXPECT_EQ(OpenCode(), Code::kCannotCreate);  // `work` alone is somebody's work
  Put("LOCK", "");
  Put("notes.txt");
  EXPECT_EQ(OpenCode(), Code::kCannotCreate);
  EXPECT_TRUE(FileExists(store() + "/work/thesis.txt"));
  EXPECT_TRUE(FileExists(store() + "/notes.txt"));
  EXPECT_EQ(StoreWriter::Open(store() + "/notes.txt").status().code(), Code::kCannotCreate);
  EXPECT_EQ(StoreWriter::Open("/proc/none/store").status().code(), Code::kCannotCreate);
}

// Names that only look like those of a store would be removed as leftovers.
TEST_F(PublisherTest, NamesOfAStoreHaveANumber) {
  Publish(3);
  for (const std::string name : {"seg-", "seg-1a", "manifest-", "crawl-.sst", "masks-", "1.sst"}) {
    Put(name, "years of work");
    EXPECT_EQ(OpenCode(), Code::kCannotCreate) << name;
    EXPECT_TRUE(FileExists(store() + "/" + name)) << name;
    fs::remove(store() + "/" + name);
  }
  EXPECT_TRUE(StoreWriter::Open(store()).ok());
}

// A crash leaves what was made so far: each state in turn, with the old store or none before it.
TEST_F(PublisherTest, ACrashBeforeCurrentLeavesTheOldStore) {
  for (const bool had_store : {false, true}) {
    for (int steps = 0; steps <= 4; ++steps) {
      ASSERT_TRUE(RemoveTree(store()).ok());
      if (had_store) Publish(3);
      const std::string number = had_store ? "000002" : "000001";
      fs::create_directories(store());
      if (steps >= 1) Put("LOCK", "");
      if (steps >= 2) fs::create_directories(store() + "/seg-" + number);
      if (steps >= 3) Put("manifest-" + number + ".tmp", "thresh-mani");
      if (steps >= 4) Put("CURRENT.tmp", "manifest-");
      EXPECT_EQ(had_store ? LiveDocs() : 3u, 3u);
      Publish(7);
      ExpectOnlyTheStoreOf(7, had_store ? 2 : 1);
    }
  }
}

TEST_F(PublisherTest, ACrashAfterCurrentLeavesTheNewStore) {
  Publish(3);
  Publish(4);
  Publish(5);
  fs::create_directories(store() + "/seg-000001");  // the old segment was not removed yet
  Put("manifest-000001");
  EXPECT_EQ(LiveDocs(), 5u);
  ASSERT_TRUE(StoreWriter::Open(store()).ok());
  ExpectOnlyTheStoreOf(5, 2);
}

TEST_F(PublisherTest, OpenKeepsTheRunsOfABuildInProgress) {
  Publish(3);
  Put("work/run-000001.sst");
  Put("seg-000009", "stray");
  ASSERT_TRUE(StoreWriter::Open(store()).ok());
  EXPECT_TRUE(FileExists(store() + "/work/run-000001.sst"));
  EXPECT_FALSE(FileExists(store() + "/seg-000009"));
}

TEST_F(PublisherTest, AWriterThatOnlyTriesLeavesNothing) {
  {
    const auto writer = StoreWriter::Open(store(), StoreWriter::Use::kTry);
    ASSERT_TRUE(writer.ok());
    EXPECT_TRUE(FileExists(writer.value()->work()));
    EXPECT_EQ(OpenCode(), Code::kTryAgain);
  }
  EXPECT_FALSE(FileExists(store()));
  Publish(3);
  Put("work/run-000001.sst");
  Put("seg-000009", "stray");
  const std::vector<std::string> before = Names();
  {
    const auto writer = StoreWriter::Open(store(), StoreWriter::Use::kTry);
    ASSERT_TRUE(writer.ok() && writer.value()->ResetWork().ok());
    ASSERT_TRUE(WriteFileDurably(writer.value()->work() + "/segment", "x").ok());
  }
  EXPECT_EQ(Names(), before);
  EXPECT_EQ(ListDirectory(store() + "/work").value(), std::vector<std::string>{"run-000001.sst"});
}

TEST_F(PublisherTest, ADamagedStoreIsNotOverwritten) {
  Publish(3);
  Put("CURRENT", "manifest-000007\n");
  EXPECT_EQ(OpenCode(), Code::kUnusable);
  EXPECT_TRUE(FileExists(store() + "/seg-000001"));
}

}  // namespace
}  // namespace thresh
