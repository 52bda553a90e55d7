// Broken archives: never a crash, never an endless loop, and what is whole is delivered.
#include <random>

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

const std::vector<std::string> kAll = {"http://a/1", "http://a/2", "http://a/3"};

std::string Three(const std::string& second) {
  return Response("http://a/1", "one") + second + Response("http://a/3", "three");
}

std::string Second(const std::string& length) {
  return Warc("response", "http://a/2", Http(Html("two")), "application/http", length);
}

TEST(WarcDamage, WrongLengths) {
  const std::string whole = Second("");
  const std::size_t size = Http(Html("two")).size();
  for (const std::string& length :
       {std::string("0"), std::string("1"), std::to_string(size - 3), std::to_string(size + 5),
        std::to_string(size + 9), std::to_string(size + 300), std::string("99999999999999"),
        std::string("18446744073709551615"), std::string("-1"), std::string("abc")}) {
    for (const bool packed : {false, true}) {
      const std::string file = Three(Second(length));
      const Outcome outcome = ReadBytes(packed ? Gzip(file) : file);
      ASSERT_EQ(outcome.Urls(), kAll) << length << packed;
      EXPECT_EQ(outcome.pages[1].bytes, Html("two")) << length << packed;
      EXPECT_EQ(outcome.counters[Counter::kTruncatedRecords], 0U) << length << packed;
    }
    const Outcome members = ReadBytes(Gzip(Response("http://a/1", "one")) + Gzip(Second(length)) +
                                      Gzip(Response("http://a/3", "three")));
    ASSERT_EQ(members.Urls(), kAll) << length;
    EXPECT_EQ(members.pages[1].bytes, Html("two")) << length;
  }
  const Outcome told = ReadBytes(Three(Second(std::to_string(size + 9))));
  EXPECT_EQ(told.counters[Counter::kResynchronised], 1U);
  EXPECT_TRUE(told.HasMessage("says it has " + std::to_string(size + 9) + " bytes, but it has " +
                              std::to_string(size)));
}

TEST(WarcDamage, MissingLength) {
  const Outcome outcome = ReadBytes(Three(Replace(Second(""), "Content-Length", "X-Length")));
  ASSERT_EQ(outcome.Urls(), kAll);
  EXPECT_EQ(outcome.pages[1].bytes, Html("two"));
}

TEST(WarcDamage, RightLengthIsBelievedOverItsContent) {
  const std::string inner = Response("http://evil/", "a record in a record");
  const Outcome outcome = ReadBytes(Three(Warc("response", "http://a/2", Http("<pre>" + inner))));
  EXPECT_EQ(outcome.Urls(), kAll);
  EXPECT_EQ(outcome.pages[1].bytes, "<pre>" + inner);
}

TEST(WarcDamage, ManyWrongLengths) {
  std::string file;
  for (int i = 0; i < 300; ++i) {  // each ends in the middle of the next page
    file += Warc("response", "http://a/" + std::to_string(i), Http("<p>" + std::string(3000, 'x')),
                 "application/http", "4500");
  }
  EXPECT_EQ(ReadBytes(Gzip(file)).pages.size(), 300U);
  EXPECT_EQ(ReadBytes(file).pages.size(), 300U);
}

TEST(WarcDamage, GarbageBetweenRecords) {
  const Outcome outcome =
      ReadBytes(Three("garbage\nWARC/nonsense\nmore\r\n\r\n" + Second("")) + "tail");
  EXPECT_EQ(outcome.Urls(), kAll);
  EXPECT_GE(outcome.counters[Counter::kResynchronised], 1U);
  const Outcome start = ReadInput([] {
    static const TempFolder folder;
    return folder.Write("x.warc", "\x01\x02 junk\n" + Response("http://a/1", "one"));
  }());
  EXPECT_EQ(start.Urls(), (std::vector<std::string>{"http://a/1"}));
  EXPECT_TRUE(start.HasMessage("no record at byte 0"));
}

TEST(WarcDamage, EndlessHeader) {
  std::string header = "WARC/1.0\r\nWARC-Type: response\r\n";
  while (header.size() < 600000) header += "a: b\r\n";
  const Outcome outcome =
      ReadBytes(Response("http://a/1", "one") + header + "\r\n" + Response("http://a/3", "three"));
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/1", "http://a/3"}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedMalformed], 1U);
}

TEST(WarcDamage, BrokenMember) {
  std::string broken = Gzip(Second(""));
  broken[broken.size() / 2] = static_cast<char>(~broken[broken.size() / 2]);
  const Outcome outcome = ReadBytes(Gzip(Response("http://a/1", "one")) + broken +
                                    Gzip(Response("http://a/3", "three")));
  EXPECT_EQ(outcome.Urls().front(), "http://a/1");
  EXPECT_EQ(outcome.Urls().back(), "http://a/3");
  EXPECT_EQ(outcome.pages.back().bytes, Html("three"));
  EXPECT_GE(outcome.counters[Counter::kResynchronised], 1U);
  EXPECT_TRUE(outcome.HasMessage("is damaged"));
}

TEST(WarcDamage, BombMember) {
  const std::string bomb =
      Gzip("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 300000000\r\n\r\n" +
           std::string(30u << 20, 'x'));
  const Outcome outcome =
      ReadBytes(Gzip(Response("http://a/1", "one")) + bomb + Gzip(Response("http://a/3", "three")));
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/1", "http://a/3"}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedBomb], 1U);
}

// A file is truncated at every byte. All records before the cut are read, and a message names the
// cut record.
void CheckEveryCut(const std::vector<std::string>& parts) {
  const TempFolder folder;
  std::string whole;
  std::vector<std::size_t> ends;
  for (const std::string& part : parts) {
    whole += part;
    ends.push_back(whole.size());
  }
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    const Outcome outcome = ReadInput(folder.Write("cut.warc", whole.substr(0, cut)));
    ASSERT_TRUE(outcome.status.ok()) << cut << outcome.status.message();
    std::size_t before = 0;
    while (before < ends.size() && ends[before] <= cut) ++before;
    ASSERT_GE(outcome.pages.size(), before) << cut;
    ASSERT_LE(outcome.pages.size(), before + 1) << cut;
    for (std::size_t i = 0; i < before; ++i) ASSERT_EQ(outcome.pages[i].url, kAll[i]) << cut;
  }
}

TEST(WarcDamage, TruncatedAtEveryByte) {
  const std::vector<std::string> records = {Response("http://a/1", "one"),
                                            Response("http://a/2", "two"),
                                            Response("http://a/3", "three")};
  CheckEveryCut(records);
  std::vector<std::string> members;
  for (const std::string& record : records) members.push_back(Gzip(record));
  CheckEveryCut(members);
  std::vector<std::string> frames;
  for (const std::string& record : records) frames.push_back(Zstd(record));
  CheckEveryCut(frames);
}

TEST(WarcDamage, TruncationIsTold) {
  const std::string whole = Response("http://a/1", "a longer text in one record");
  const Outcome outcome = ReadBytes(whole.substr(0, whole.size() - 20));
  ASSERT_EQ(outcome.pages.size(), 1U);
  EXPECT_EQ(outcome.counters[Counter::kTruncatedRecords], 1U);
  EXPECT_TRUE(outcome.HasMessage("record at byte 0 is cut short after"));
  const Outcome header = ReadBytes(whole.substr(0, 60));
  EXPECT_TRUE(header.pages.empty());
  EXPECT_EQ(header.counters[Counter::kSkippedMalformed], 1U);
  EXPECT_TRUE(header.HasMessage("cut short in its header"));
}

TEST(WarcDamage, RandomCorruption) {
  std::mt19937 random(4711);
  const TempFolder folder;
  const std::string html = Html("words of a page that is long enough to be hit by something");
  const std::vector<std::string> records = {Warc("response", "http://a/1", Http(html)),
                                            Warc("response", "http://a/2",
                                                 Http(Gzip(html),
                                                      "Content-Encoding: gzip\r\n"
                                                      "Content-Type: text/html\r\n")),
                                            Response("http://a/3", "three")};
  for (int round = 0; round < 3000; ++round) {
    const int form = round % 3;
    std::string first = form == 0 ? records[0] : form == 1 ? Gzip(records[0]) : Zstd(records[0]);
    std::string middle = form == 0 ? records[1] : form == 1 ? Gzip(records[1]) : Zstd(records[1]);
    std::string last = form == 0 ? records[2] : form == 1 ? Gzip(records[2]) : Zstd(records[2]);
    const int hits = static_cast<int>(random() % 4) + 1;
    for (int hit = 0; hit < hits; ++hit) {
      middle[random() % middle.size()] = static_cast<char>(random());
    }
    const Outcome outcome = ReadInput(folder.Write("damaged.warc", first + middle + last));
    ASSERT_TRUE(outcome.status.ok()) << round << outcome.status.message();
    ASSERT_GE(outcome.pages.size(), 1U) << round;
    EXPECT_EQ(outcome.pages.front().bytes, html) << round;
    if (hits > 1)
      continue;  // a wrong length and a broken separator together hide where the record ends
    ASSERT_GE(outcome.pages.size(), 2U) << round;
    EXPECT_EQ(outcome.pages.back().bytes, Html("three")) << round;
  }
}

TEST(WarcDamage, RandomBytesAnywhere) {
  std::mt19937 random(815);
  const TempFolder folder;
  std::string clean;
  for (int i = 0; i < 4; ++i)
    clean += Gzip(Response("http://a/" + std::to_string(i), "some words"));
  for (int round = 0; round < 1500; ++round) {
    std::string bytes = clean;
    for (int hits = static_cast<int>(random() % 20); hits > 0; --hits) {
      const std::size_t at = random() % bytes.size();
      const int kind = static_cast<int>(random() % 3);
      if (kind == 0) bytes[at] = static_cast<char>(random());
      if (kind == 1) bytes.erase(at, random() % 50);
      if (kind == 2) bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 200));
    }
    SourceOptions options;
    options.format = "warc";
    ASSERT_TRUE(ReadInput(folder.Write("random.warc", bytes), options).status.ok()) << round;
  }
}

}  // namespace
}  // namespace thresh::sources_test
