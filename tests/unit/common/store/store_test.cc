#include "common/store/store.h"
#include "common/base/version.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "common/store/rocks.h"
#include "tests/unit/common/store/row_store.h"

namespace thresh {
namespace {

// A published store of three pages, and how to hurt it.
class Stores : public testing::Test {
 protected:
  Stores() { manifest_ = Publish(folder_.path(), 7, rows_); }

  // Writes another manifest in place of the live one.
  void Replace(const Manifest& manifest) { Write(ManifestName(7), manifest.Encode()); }
  void Write(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(WriteFileDurably(folder_ / name, bytes).ok());
  }
  // The store is refused, with one line that says `why`.
  void ExpectRefused(Code code, const std::string& why) {
    Result<std::unique_ptr<Store>> store = Store::Open(folder_.path());
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(store.status().code(), code) << store.status().message();
    EXPECT_NE(store.status().message().find(why), std::string::npos) << store.status().message();
    EXPECT_EQ(store.status().message().find('\n'), std::string::npos);
  }

  TempFolder folder_;
  SmallRows rows_ = MakeRows(3, "some text of a page ");
  Manifest manifest_;
};

TEST_F(Stores, OpensAndGivesEveryRow) {
  Result<std::unique_ptr<Store>> store = Store::Open(folder_.path());
  ASSERT_TRUE(store.ok()) << store.status().message();
  const Segment& segment = (*store)->segment(0);
  EXPECT_EQ((*store)->manifest().number, 7U);
  EXPECT_EQ(segment.lengths().docs(), 3U);
  EXPECT_EQ(segment.statistics().docs, 3U);
  ASSERT_EQ(segment.sites().size(), 1U);
  EXPECT_EQ(segment.sites()[0].host, "example.org");
  std::string value;
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    const auto rows = segment.Scan(static_cast<Family>(f));
    for (const auto& [key, expected] : rows_[f]) {
      ASSERT_TRUE(rows->Valid());
      EXPECT_EQ(rows->key(), key);
      EXPECT_EQ(rows->value(), expected);
      ASSERT_TRUE(segment.Get(static_cast<Family>(f), key, &value).value());
      EXPECT_EQ(value, expected);
      rows->Next();
    }
    EXPECT_FALSE(rows->Valid());
    EXPECT_TRUE(rows->status().ok());
  }
  EXPECT_FALSE(segment.Get(Family::kDocs, "none", &value).value());
  EXPECT_EQ((*store)->MakeAnalyzer().value()->Terms("Two Words").size(), 2U);
}

TEST_F(Stores, AValueStaysWhereItLiesUntilTheNextIsReadIntoIt) {
  const auto store = std::move(Store::Open(folder_.path()).value());
  const Segment& segment = store->segment(0);
  std::vector<std::pair<Segment::Value, std::string>> kept;
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    for (const auto& [key, expected] : rows_[f]) {
      Segment::Value value;
      ASSERT_TRUE(segment.Get(static_cast<Family>(f), key, &value).value());
      kept.emplace_back(std::move(value), expected);
    }
  }
  for (auto& [value, expected] : kept) EXPECT_EQ(value.bytes(), expected);
  Segment::Value& again = kept.front().first;
  EXPECT_FALSE(segment.Get(Family::kDocs, "none", &again).value());
  EXPECT_EQ(again.bytes(), "");
  ASSERT_TRUE(segment.Get(Family::kMeta, kMetaFormat, &again).value());
  EXPECT_EQ(again.bytes(), std::to_string(kFormatVersion));
}

TEST(ReaderEnv, StartsNoThreads) {
  const std::unique_ptr<rocksdb::Env> env = ReaderEnv();
  const int before = env->GetBackgroundThreads(rocksdb::Env::LOW);
  env->IncBackgroundThreadsIfNeeded(before + 3, rocksdb::Env::LOW);
  EXPECT_EQ(env->GetBackgroundThreads(rocksdb::Env::LOW), before);
}

TEST_F(Stores, ScansByPrefix) {
  const auto store = std::move(Store::Open(folder_.path()).value());
  const auto rows = store->segment(0).Scan(Family::kTerms, "word1");
  ASSERT_TRUE(rows->Valid());
  EXPECT_EQ(rows->key(), "word1");
  rows->Next();
  EXPECT_FALSE(rows->Valid());
  EXPECT_FALSE(store->segment(0).Scan(Family::kTerms, "x")->Valid());
}

TEST_F(Stores, DigestIsThatOfTheRows) {
  const auto store = std::move(Store::Open(folder_.path()).value());
  EXPECT_EQ(store->segment(0).ComputeDigest().value(), manifest_.segments[0].digest);
}

TEST_F(Stores, DigestSeesEveryChange) {
  const Hash128 digest = DigestOf(rows_);
  SmallRows other = rows_;
  RowsOf(&other, Family::kText).begin()->second += "x";
  EXPECT_NE(DigestOf(other), digest);
  other = rows_;
  std::swap(RowsOf(&other, Family::kUrls), RowsOf(&other, Family::kLinks));
  EXPECT_NE(DigestOf(other), digest);
}

TEST_F(Stores, SizesAreThoseOfTheFamilies) {
  const auto store = std::move(Store::Open(folder_.path()).value());
  const FamilyBytes sizes = store->segment(0).Sizes().value();
  EXPECT_GT(sizes.bytes[static_cast<std::size_t>(Family::kText)], 0U);
  EXPECT_EQ(sizes.bytes[static_cast<std::size_t>(Family::kPostings)], 0U);
}

// ---- readers while a build publishes

TEST_F(Stores, ReaderKeepsWhatItOpened) {
  const auto before = std::move(Store::Open(folder_.path()).value());
  Publish(folder_.path(), 8, MakeRows(5, "other text "));
  ASSERT_TRUE(RemoveTree(folder_ / manifest_.segments[0].name).ok());
  ASSERT_TRUE(RemoveTree(folder_ / ManifestName(7)).ok());
  EXPECT_EQ(before->segment(0).ComputeDigest().value(), manifest_.segments[0].digest);
  std::string value;
  EXPECT_TRUE(before->segment(0).Get(Family::kText, DocKey(DocId(2)), &value).value());
  const auto after = std::move(Store::Open(folder_.path()).value());
  EXPECT_EQ(after->segment(0).statistics().docs, 5U);
}

// ---- refusals

TEST_F(Stores, MissingOrBegunIsMissing) {
  EXPECT_EQ(Store::Open(folder_ / "nowhere").status().code(), Code::kMissing);
  ASSERT_TRUE(MakeDirectory(folder_ / "begun/work").ok());
  const Status begun = Store::Open(folder_ / "begun").status();
  EXPECT_EQ(begun.code(), Code::kMissing);
  EXPECT_NE(begun.message().find("a build was begun there"), std::string::npos);
  EXPECT_EQ(ReadManifest(folder_ / "begun").status().code(), Code::kMissing);
}

TEST_F(Stores, ForeignFoldersAreRefused) {
  const Status foreign = Store::Open(folder_ / manifest_.segments[0].name).status();
  EXPECT_EQ(foreign.code(), Code::kUnusable);  // a RocksDB database has a CURRENT of its own
  ASSERT_TRUE(MakeDirectory(folder_ / "photos/2024").ok());
  EXPECT_NE(Store::Open(folder_ / "photos").status().message().find("is not a store of thresh"),
            std::string::npos);
  EXPECT_EQ(Store::Open(folder_ / "CURRENT").status().code(), Code::kUnusable);
}

TEST_F(Stores, DamagedCurrentIsRefused) {
  for (const char* bytes : {"", "manifest-000007", "manifest-7\n", "manifest-000007\nx",
                            "../manifest-000007\n", "manifest-00000x\n"}) {
    Write("CURRENT", bytes);
    ExpectRefused(Code::kUnusable, "CURRENT is damaged");
  }
  Write("CURRENT", "manifest-000009\n");
  ExpectRefused(Code::kUnusable, "manifest-000009, which is missing");
}

TEST_F(Stores, EveryBitOfTheManifestCounts) {
  const std::string text = manifest_.Encode();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    ASSERT_FALSE(Manifest::Decode(damaged, "m").ok()) << i;
    ASSERT_FALSE(Manifest::Decode(text.substr(0, i), "m").ok()) << i;
  }
  Write(ManifestName(7), text.substr(0, text.size() / 2));
  ExpectRefused(Code::kUnusable, "checksum is wrong");
  Write(ManifestName(7), "something else\n");
  ExpectRefused(Code::kUnusable, "is no manifest");
}

TEST_F(Stores, OlderFormatIsRefusedByName) {
  manifest_.format = kFormatVersion - 1;
  Replace(manifest_);
  ExpectRefused(Code::kUnusable, "written by an older version");
}

TEST_F(Stores, NewerFormatIsRefusedByName) {
  manifest_.format = kFormatVersion + 1;
  Replace(manifest_);
  ExpectRefused(Code::kUnusable, "written by a newer version");
}

TEST_F(Stores, ManifestOfAnotherNumberIsRefused) {
  manifest_.number = 8;
  Replace(manifest_);
  ExpectRefused(Code::kUnusable, "manifest-000008");
}

TEST_F(Stores, MissingAndShortFilesAreRefused) {
  for (const FileEntry& file : manifest_.segments[0].files) {
    const std::string bytes = ReadFile(folder_ / file.path).value();
    Write(file.path, bytes + "x");
    ExpectRefused(Code::kUnusable, file.path + " has");
    ASSERT_TRUE(RemoveTree(folder_ / file.path).ok());
    ExpectRefused(Code::kUnusable, file.path + " is missing");
    Write(file.path, bytes);
  }
  EXPECT_TRUE(Store::Open(folder_.path()).ok());
}

// A flip that keeps sizes is found by a checksum sooner or later; it never crashes a reader.
TEST_F(Stores, FlippedBytesNeverCrash) {
  std::mt19937_64 random(3);
  std::size_t found = 0, rounds = 0;
  for (const FileEntry& file : manifest_.segments[0].files) {
    const std::string bytes = ReadFile(folder_ / file.path).value();
    for (int i = 0; i < 12 && !bytes.empty(); ++i, ++rounds) {
      std::string damaged = bytes;
      damaged[random() % bytes.size()] ^= 0x10;
      Write(file.path, damaged);
      Result<std::unique_ptr<Store>> store = Store::Open(folder_.path());
      const bool whole = store.ok() && (*store)->segment(0).ComputeDigest().ok();
      found += whole ? 0 : 1;
    }
    Write(file.path, bytes);
  }
  EXPECT_GT(found, rounds / 4);
}

TEST_F(Stores, OtherAnalyzersAreRefusedAndNamed) {
  Manifest other = manifest_;
  const std::size_t icu = other.analyzer.find("icu ");
  ASSERT_NE(icu, std::string::npos);
  other.analyzer.replace(icu, 6, "icu 11");
  Replace(other);
  ExpectRefused(Code::kUnusable, "(icu 11");
  other = manifest_;
  other.analyzer_options.stemmer = "klingon";
  Replace(other);
  ExpectRefused(Code::kUnusable, "cannot be searched by this build");
  EXPECT_TRUE(ReadManifest(folder_.path()).ok());
}

TEST_F(Stores, SegmentsWithoutTheirRowsAreRefused) {
  for (const std::string_view key : {kMetaFormat, kMetaStatistics, kMetaSites}) {
    SmallRows rows = rows_;
    RowsOf(&rows, Family::kMeta).erase(std::string(key));
    Publish(folder_.path(), 8, rows);
    ExpectRefused(Code::kUnusable, "it has no " + std::string(key));
    ASSERT_TRUE(RemoveTree(folder_ / "seg-000008").ok());
  }
  SmallRows rows = MakeRows(4, "x");
  RowsOf(&rows, Family::kLengths) = RowsOf(&rows_, Family::kLengths);
  Publish(folder_.path(), 8, rows);
  ExpectRefused(Code::kUnusable, "its lengths are not those of its docs");
  Statistics other;
  other.docs = 2;
  rows = rows_;
  RowsOf(&rows, Family::kMeta)[std::string(kMetaSites)] = EncodeSites({{"example.org", other}});
  ASSERT_TRUE(RemoveTree(folder_ / "seg-000008").ok());
  Publish(folder_.path(), 8, rows);
  ExpectRefused(Code::kUnusable, "its sites have not its pages");
}

TEST_F(Stores, AStoreHasAtLeastOneSegment) {
  manifest_.segments.clear();
  Replace(manifest_);
  ExpectRefused(Code::kUnusable, "names no segment");
}

TEST_F(Stores, AMaskNamesASiteOfItsSegment) {
  manifest_.segments[0].masked = {"example.com"};
  Replace(manifest_);
  ExpectRefused(Code::kUnusable, "masks a site that its segment lacks");
}

TEST_F(Stores, ASiteIsLiveInOneSegment) {
  const Manifest other = Publish(folder_.path(), 8, rows_);
  manifest_.segments.push_back(other.segments[0]);
  Replace(manifest_);
  ASSERT_TRUE(WriteFileDurably(folder_ / "CURRENT", ManifestName(manifest_.number) + "\n").ok());
  ExpectRefused(Code::kUnusable, "two segments have the site example.org");
  manifest_.segments[0].masked = {"example.org"};
  Replace(manifest_);
  auto store = Store::Open(folder_.path());
  ASSERT_TRUE(store.ok()) << store.status().message();
  EXPECT_EQ((*store)->docs(), (*store)->segment(1).lengths().docs());
  EXPECT_EQ((*store)->whole(), nullptr);
}

// ---- the manifest

TEST(Manifest, ComesBack) {
  Manifest manifest;
  manifest.number = 1234567;
  manifest.created = "2024-01-02T03:04:05Z";
  manifest.analyzer = "analyzer 1; icu 72.1";
  manifest.analyzer_options = {"porter", "english"};
  manifest.build_id = "abc";
  manifest.config = {{"run-memory", "256M"}, {"exclude", "a b\nc\\n"}, {"empty", ""}};
  manifest.inputs = {"/a path/with blanks", "", "line\nbreak"};
  manifest.segments = {{"seg-000001", {1, 2}, 3, {{"seg-000001/a b.sst", 5, {6, 7}}}, {}},
                       {"seg-000002", {}, 0, {}, {"a.example", "b.example"}}};
  manifest.digest = {8, 9};
  manifest.masks = {MaskTableName(1234567), 3, {1, 2}};
  manifest.crawl = {CrawlTableName(1234567), 12, {7, 8}};
  manifest.counters[Counter::kIndexed] = 42;
  manifest.seconds = {{"wall", 1.5}, {"cpu", 0.1}};
  Result<Manifest> back = Manifest::Decode(manifest.Encode(), "m");
  ASSERT_TRUE(back.ok()) << back.status().message();
  EXPECT_EQ(back->Encode(), manifest.Encode());
  EXPECT_EQ(back->config, manifest.config);
  EXPECT_EQ(back->inputs, manifest.inputs);
  EXPECT_EQ(back->segments[0].files[0].path, "seg-000001/a b.sst");
  EXPECT_EQ(back->segments[0].digest, (Hash128{1, 2}));
  EXPECT_EQ(back->segments[0].masked, manifest.segments[0].masked);
  EXPECT_EQ(back->counters, manifest.counters);
  EXPECT_EQ(back->seconds, manifest.seconds);
}

std::string FirstLine() { return "thresh-manifest " + std::to_string(kFormatVersion) + "\n"; }
std::string WithChecksum(const std::string& body) {
  return body + "checksum " + HashBytes(body).Hex() + "\n";
}

TEST(Manifest, ReachesNowhereOutsideOfTheStore) {
  const std::string zeros(32, '0');
  for (const std::string& line :
       {"segment .. 1 " + zeros, "segment a/b 1 " + zeros,
        "segment s 1 " + zeros + "\nfile 1 " + zeros + " other/x",
        "segment s 1 " + zeros + "\nfile 1 " + zeros + " s/../../x",
        "segment s 1 " + zeros + "\nfile 1 " + zeros + " s/", "file 1 " + zeros + " s/x"}) {
    EXPECT_FALSE(Manifest::Decode(WithChecksum(FirstLine() + line + "\n"), "m").ok()) << line;
  }
}

TEST(Manifest, UnknownCountersAreOfANewerVersionAndOtherLinesAreNot) {
  EXPECT_TRUE(Manifest::Decode(WithChecksum(FirstLine() + "counter of_tomorrow 3\n"), "m").ok());
  EXPECT_FALSE(Manifest::Decode(WithChecksum(FirstLine() + "of_tomorrow 3\n"), "m").ok());
  EXPECT_FALSE(Manifest::Decode(WithChecksum("thresh-manifest 0\n"), "m").ok());
}

}  // namespace
}  // namespace thresh
