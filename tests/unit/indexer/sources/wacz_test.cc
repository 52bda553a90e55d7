#include <random>

#include "tests/unit/indexer/sources/support.h"
#include "tests/unit/indexer/sources/zip_maker.h"

namespace thresh::sources_test {
namespace {

std::string Sample(bool zip64) {
  Zip zip(zip64);
  zip.Add("datapackage.json", "{}", 8);
  zip.Add("archive/data.warc.gz",
          Gzip(Response("http://a/1", "one")) + Gzip(Response("http://a/2", "two")), 0);
  zip.Add("indexes/index.cdx.gz", Gzip("x"), 0);
  zip.Add("archive/plain.warc", Response("http://a/3", "three"), 8);
  zip.Add("archive/old.arc", "filedesc:x 0.0.0.0 20080430204825 text/plain 0\n\n", 0);
  zip.Add("archive/packed.warc.gz", Gzip(Response("http://a/4", "four")), 8);
  return zip.Finish("a comment");
}

const std::vector<std::string> kAll = {"http://a/1", "http://a/2", "http://a/3", "http://a/4"};

TEST(Wacz, StoredDeflatedAndZip64) {
  for (const bool zip64 : {false, true}) {
    const Outcome outcome = ReadBytes(Sample(zip64));
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
    EXPECT_EQ(outcome.Urls(), kAll) << zip64;
    EXPECT_TRUE(outcome.messages.empty());
  }
}

TEST(Wacz, EntriesThatCannotBeReadAreCounted) {
  Zip zip;
  zip.Add("archive/a.warc", Response("http://a/1", "one"), 0, 1);
  zip.Add("archive/b.warc", Response("http://a/2", "two"), 12);
  zip.Add("archive/c.warc", Response("http://a/3", "three"), 8);
  const Outcome outcome = ReadBytes(zip.Finish());
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/3"}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedMalformed], 2U);
  EXPECT_TRUE(outcome.HasMessage("archive/a.warc is encrypted"));
  EXPECT_TRUE(outcome.HasMessage("archive/b.warc is packed with method 12"));
}

TEST(Wacz, UnusableArchives) {
  Zip without;
  without.Add("index.html", Html("x"), 8);
  const Outcome nothing = ReadBytes(without.Finish());
  EXPECT_EQ(nothing.status.code(), Code::kUnusable);
  EXPECT_NE(nothing.status.message().find("has no WARC file under archive/"), std::string::npos);
  const Outcome cut = ReadBytes(Sample(false).substr(0, 200));
  EXPECT_EQ(cut.status.code(), Code::kUnusable);
  SourceOptions options;
  options.format = "wacz";
  EXPECT_EQ(ReadInput("-", options).status.code(), Code::kUsage);
}

TEST(Wacz, RandomCorruption) {
  std::mt19937 random(3);
  const TempFolder folder;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = Sample(round % 2 == 0);
    for (int hits = 0; hits < 5; ++hits)
      bytes[4 + random() % (bytes.size() - 4)] = static_cast<char>(random());
    const Outcome outcome = ReadInput(folder.Write("x.wacz", bytes));
    if (!outcome.status.ok()) {
      EXPECT_EQ(outcome.status.code(), Code::kUnusable) << outcome.status.message();
    }
  }
}

}  // namespace
}  // namespace thresh::sources_test
