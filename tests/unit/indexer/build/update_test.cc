// Stores of several segments, made by builds and updates, and what verify says of them.
#include <gtest/gtest.h>

#include "common/base/files.h"
#include "indexer/segment/verify.h"
#include "tests/support/store_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

class UpdateTest : public ::testing::Test {
 protected:
  // Takes a page of each site in, at this time.
  void Change(const std::vector<std::string>& sites, const std::string& date, bool live) {
    std::string lines;
    for (const std::string& site : sites) {
      lines += R"({"url": "http://)" + site + R"(/p", "date": ")" + date +
               R"(", "html": "<p>words of )" + site + " on " + date + R"("})" + "\n";
    }
    const Status built = TakeLines(store(), folder_ / "crawl.jsonl", lines, live);
    ASSERT_TRUE(built.ok()) << built.message();
  }
  std::string store() const { return folder_ / "store"; }
  std::vector<std::string> Problems() const { return VerifyStore(store()).value().problems; }
  // Writes another manifest in place of the live one.
  void Replace(const Manifest& manifest) const {
    const std::string file = store() + "/" + ManifestName(manifest.number);
    ASSERT_TRUE(WriteFileDurably(file, manifest.Encode()).ok());
  }

  TempFolder folder_;
};

TEST_F(UpdateTest, VerifyKnowsWhatMasksCountFor) {
  Change({"a.org", "b.org", "c.org", "d.org", "e.org", "f.org"}, "2024-01-01", false);
  Change({"b.org"}, "2024-01-02", true);
  EXPECT_EQ(Problems(), std::vector<std::string>());
  const Manifest whole = ReadManifest(store()).value();
  ASSERT_EQ(whole.segments.size(), 2u);
  ASSERT_EQ(whole.segments[0].masked, std::vector<std::string>{"b.org"});
  ASSERT_TRUE(whole.masks);
  const auto with = [&](const std::vector<std::string>& masked) {
    Manifest manifest = whole;
    manifest.segments[0].masked = masked;
    Replace(manifest);
    return Problems();
  };
  EXPECT_FALSE(with({}).empty()) << "two segments have one site";
  EXPECT_FALSE(with({"a.org", "b.org"}).empty()) << "a page of the history is not there";
  EXPECT_FALSE(with({"c.org"}).empty());
  EXPECT_FALSE(with({"b.org", "x.org"}).empty()) << "no such site";
  Manifest manifest = whole;
  manifest.masks.reset();
  Replace(manifest);
  EXPECT_FALSE(Problems().empty()) << "nobody says what the masked page counts for";
  manifest = whole;
  manifest.digest.low ^= 1;
  Replace(manifest);
  EXPECT_FALSE(Problems().empty());
  Replace(whole);
  EXPECT_EQ(Problems(), std::vector<std::string>());
}

// All rows decode, but a page has the links of the one behind it.
TEST_F(UpdateTest, APageWithoutItsOwnRowIsDamage) {
  std::string lines;
  for (const std::string page : {"1", "2", "3", "4"})
    lines += R"({"url": "http://a.org/)" + page + R"(", "html": "<p>words of )" + page + "\"}\n";
  const std::string crawl = folder_ / "crawl.jsonl";
  ASSERT_TRUE(TakeLines(store(), crawl, lines, false).ok());
  ASSERT_TRUE(ChangeRows(store(), [](StoreRows* rows) {
                auto& links = (*rows)[static_cast<std::size_t>(Family::kLinks)];
                links[DocKey(DocId(4))] = links[DocKey(DocId(3))];
                links.erase(DocKey(DocId(1)));
              }).ok());
  const Status updated =
      TakeLines(store(), crawl, R"({"url": "http://a.org/5", "html": "<p>more"})", true);
  EXPECT_EQ(updated.code(), Code::kUnusable);
  EXPECT_NE(updated.message().find("has a damaged page"), std::string::npos) << updated.message();
}

TEST_F(UpdateTest, ASegmentWithoutALiveSiteGoes) {
  Change({"a.org", "b.org", "c.org", "d.org", "e.org", "f.org"}, "2024-01-01", false);
  Change({"b.org"}, "2024-01-02", true);
  Change({"b.org"}, "2024-01-03", true);
  const Manifest manifest = ReadManifest(store()).value();
  ASSERT_EQ(manifest.segments.size(), 2u);
  EXPECT_EQ(manifest.segments[0].name, "seg-000001");
  EXPECT_EQ(manifest.segments[1].name, "seg-000003");
  EXPECT_EQ(Problems(), std::vector<std::string>());
}

}  // namespace
}  // namespace thresh
