#include <random>

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

// A zip archive written by hand: local headers, central directory, end record; zip64 where asked
// for.
class Zip {
 public:
  explicit Zip(bool zip64 = false) : zip64_(zip64) {}

  void Add(const std::string& name, const std::string& bytes, int method, int flags = 0) {
    const std::string packed = method == 8 ? Deflate(bytes, -15) : bytes;
    const std::uint64_t offset = out_.size();
    Header(&out_, "PK\3\4", name, packed.size(), bytes.size(), method, flags, 0);
    PutLittle(&out_, 3, 2);
    out_ += name + "ext" + packed;
    std::string extra;
    if (zip64_) {
      PutLittle(&extra, 1, 2);
      PutLittle(&extra, 24, 2);
      for (const std::uint64_t value :
           {std::uint64_t{bytes.size()}, std::uint64_t{packed.size()}, offset}) {
        PutLittle(&extra, value, 8);
      }
    }
    Header(&central_, "PK\1\2", name, zip64_ ? kIn64 : packed.size(), zip64_ ? kIn64 : bytes.size(),
           method, flags, 2);
    PutLittle(&central_, extra.size(), 2);
    PutLittle(&central_, 0, 2 + 2 + 2 + 4);
    PutLittle(&central_, zip64_ ? kIn64 : offset, 4);
    central_ += name + extra;
    ++count_;
  }

  std::string Finish(const std::string& comment = {}) const {
    std::string out = out_ + central_;
    if (zip64_) {
      const std::uint64_t end64 = out.size();
      out += "PK\6\6";
      PutLittle(&out, 44, 8);
      PutLittle(&out, 0, 12);
      PutLittle(&out, count_, 8);
      PutLittle(&out, count_, 8);
      PutLittle(&out, central_.size(), 8);
      PutLittle(&out, out_.size(), 8);
      out += "PK\6\7";
      PutLittle(&out, 0, 4);
      PutLittle(&out, end64, 8);
      PutLittle(&out, 1, 4);
    }
    out += "PK\5\6";
    PutLittle(&out, 0, 4);
    PutLittle(&out, zip64_ ? 0xffff : count_, 2);
    PutLittle(&out, zip64_ ? 0xffff : count_, 2);
    PutLittle(&out, zip64_ ? kIn64 : central_.size(), 4);
    PutLittle(&out, zip64_ ? kIn64 : out_.size(), 4);
    PutLittle(&out, comment.size(), 2);
    return out + comment;
  }

 private:
  static constexpr std::uint64_t kIn64 = 0xffffffff;

  static void Header(std::string* out, const char* magic, const std::string& name,
                     std::uint64_t packed, std::uint64_t size, int method, int flags,
                     int extra_version) {
    *out += magic;
    PutLittle(out, 45, 2 + extra_version);
    PutLittle(out, static_cast<std::uint64_t>(flags), 2);
    PutLittle(out, static_cast<std::uint64_t>(method), 2);
    PutLittle(out, 0, 4 + 4);  // time, date, checksum
    PutLittle(out, packed, 4);
    PutLittle(out, size, 4);
    PutLittle(out, name.size(), 2);
  }

  bool zip64_;
  std::string out_;
  std::string central_;
  std::uint64_t count_ = 0;
};

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
