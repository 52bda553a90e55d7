#include "indexer/build/build.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace thresh {
namespace {

namespace fs = std::filesystem;

class BuildTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ =
        fs::path(::testing::TempDir()) /
        ("build_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(root_);
    fs::create_directories(root_ / "site");
    for (int i = 0; i < 12; ++i) {
      std::ofstream out(root_ / "site" / ("page" + std::to_string(i) + ".html"));
      out << "<!DOCTYPE html><title>Title" << i
          << "</title><ul><li>home<li>news<li>sports</ul><p>the subject of it is"
          << " word" << i << " and other" << i * 7 << " words" << i * 11 << "</p>";
    }
  }
  void TearDown() override { fs::remove_all(root_); }

  BuildOptions Options(const std::string& store) const {
    BuildOptions options;
    options.store = (root_ / store).string();
    options.pipeline.input.crawls = {(root_ / "site").string()};
    options.pipeline.run_bytes = 1 << 20;
    return options;
  }

  static Result<BuildResult> Go(const BuildOptions& options) {
    const std::atomic<bool> stop{false};
    return Build(options, stop, {});
  }

  fs::path root_;
};

TEST_F(BuildTest, CountsEveryWordAndBlockOnce) {
  const Result<BuildResult> built = Go(Options("store"));
  ASSERT_TRUE(built.ok()) << built.status().message();
  const Counters& counters = built.value().manifest.counters;
  EXPECT_EQ(counters[Counter::kIndexed], 12U);
  EXPECT_EQ(counters[Counter::kTokensSeen], 12U * 12);
  EXPECT_EQ(counters[Counter::kBlocksSeen], 12U * 4);
  // The three texts of the bar are struck everywhere but on their representative.
  EXPECT_EQ(counters[Counter::kBlocksTemplate], 11U * 3);
  EXPECT_EQ(counters[Counter::kBlocksKeptOne], 3U);
  EXPECT_EQ(counters[Counter::kTokensIndexed], 12U * 12 - 11 * 3);
  const DetectorMemory& memory = built.value().detector_memory;
  EXPECT_GT(memory.mean_bytes, 0);
  EXPECT_GE(static_cast<double>(memory.peak_bytes), memory.mean_bytes);
}

TEST_F(BuildTest, StopWordsTakeAPlaceAndNoPosting) {
  BuildOptions options = Options("store");
  options.detector = "none";
  options.pipeline.digest.analyzer.stop_words = "english";
  const Result<BuildResult> built = Go(options);
  ASSERT_TRUE(built.ok()) << built.status().message();
  const Result<std::unique_ptr<Store>> store = Store::Open(options.store);
  ASSERT_TRUE(store.ok()) << store.status().message();
  std::string value;
  EXPECT_FALSE(store.value()->segment(0).Get(Family::kTerms, "the", &value).value());
  EXPECT_TRUE(store.value()->segment(0).Get(Family::kTerms, "subject", &value).value());
}

TEST_F(BuildTest, TheSameCommandReplacesAndAnotherIsRefused) {
  const Result<BuildResult> first = Go(Options("store"));
  const Result<BuildResult> again = Go(Options("store"));
  ASSERT_TRUE(first.ok() && again.ok());
  EXPECT_EQ(first.value().manifest.digest, again.value().manifest.digest);
  EXPECT_EQ(again.value().manifest.number, 2U);

  BuildOptions other = Options("store");
  other.pipeline.digest.analyzer.stemmer = "porter";
  const Result<BuildResult> refused = Go(other);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), Code::kCannotCreate);
  other.replace = true;
  EXPECT_TRUE(Go(other).ok());

  BuildOptions elsewhere = Options("store");
  elsewhere.pipeline.input.crawls = {(root_ / "site" / "page1.html").string()};
  EXPECT_NE(Go(elsewhere).status().message().find("from another input"), std::string::npos);
}

// The detector keeps the log of the only run, which also stands in the work folder. Read from both,
// four pages would be eight.
TEST_F(BuildTest, APageOfTheLastRunIsEvidenceOnce) {
  for (int i = 4; i < 12; ++i) fs::remove(root_ / "site" / ("page" + std::to_string(i) + ".html"));
  const Result<BuildResult> built = Go(Options("store"));
  ASSERT_TRUE(built.ok()) << built.status().message();
  EXPECT_EQ(built.value().manifest.counters[Counter::kIndexed], 4U);
  EXPECT_EQ(built.value().manifest.counters[Counter::kBlocksTemplate], 0U);
}

TEST_F(BuildTest, TooLittleMemoryIsSaidBeforeAnythingIsRead) {
  BuildOptions options = Options("store");
  options.memory_bytes = 10 << 20;
  const Result<BuildResult> refused = Go(options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().code(), Code::kUsage);
  EXPECT_NE(refused.status().message().find("--run-memory"), std::string::npos);
}

}  // namespace
}  // namespace thresh
