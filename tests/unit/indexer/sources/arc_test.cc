#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

const std::string kFileDesc =
    "filedesc://x.arc 0.0.0.0 20080430204825 text/plain 77\n1 0 Crawler\n"
    "URL IP-address Archive-date Content-type Archive-length\n\n";

std::string Arc1(const std::string& url, const std::string& payload,
                 const std::string& type = "text/html", const std::string& length = {}) {
  return url + " 1.2.3.4 20080430204826 " + type + " " +
         (length.empty() ? std::to_string(payload.size()) : length) + "\n" + payload + "\n";
}

std::string Arc2(const std::string& url, const std::string& payload) {
  return url + " 1.2.3.4 20080430204826 text/html 200 checksum - 4711 x.arc " +
         std::to_string(payload.size()) + "\n" + payload + "\n";
}

const std::vector<std::string> kAll = {"http://a/1", "http://a/2"};

TEST(Arc, Version1) {
  const Outcome outcome =
      ReadBytes(kFileDesc + Arc1("dns:a", "1.2.3.4", "text/dns") +
                Arc1("http://a/1", Http(Html("one"), "Content-Type: text/html; charset=x\r\n")) +
                Arc1("http://a/2", Http(Html("two"))) +
                Arc1("http://a/404", Http(Html("x"), "Content-Type: text/html\r\n", "404 No")));
  ASSERT_EQ(outcome.Urls(), kAll);
  EXPECT_EQ(outcome.pages[0].docno, "http://a/1");
  EXPECT_EQ(outcome.pages[0].date, "2008-04-30T20:48:26Z");
  EXPECT_EQ(outcome.pages[0].http_charset, "x");
  EXPECT_EQ(outcome.pages[1].bytes, Html("two"));
  EXPECT_EQ(outcome.counters[Counter::kRecordsRead], 5U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedStatus], 1U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedNotHtml], 1U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedRecordType], 1U);
}

// Servers call pictures html and name a charset for them, so the bytes decide.
TEST(Arc, ADeclaredCharsetMakesNoTextOfBytes) {
  const std::string type = "Content-Type: text/html; charset=utf-16le\r\n";
  const std::string picture = "\x89PNG\r\n" + std::string(50, '\0') + "IHDR";
  const std::string html("<\0p\0>\0a\0", 8);
  const Outcome outcome = ReadBytes(kFileDesc + Arc1("http://a/1", Http(picture, type)) +
                                    Arc1("http://a/2", Http(html, type)));
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/2"}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedBinary], 1U);
}

TEST(Arc, Version2AndPackings) {
  const std::string one = Arc2("http://a/1", Http(Html("one")));
  const std::string two = Arc2("http://a/2", Http(Html("two")));
  EXPECT_EQ(ReadBytes(kFileDesc + one + two).Urls(), kAll);
  EXPECT_EQ(ReadBytes(Gzip(kFileDesc) + Gzip(one) + Gzip(two)).Urls(), kAll);
  EXPECT_EQ(ReadBytes(Gzip(kFileDesc + one + two)).Urls(), kAll);
  EXPECT_EQ(ReadBytes(Zstd(kFileDesc + one + two)).Urls(), kAll);
}

TEST(Arc, BlanksInUrl) {
  const Outcome outcome = ReadBytes(kFileDesc + Arc1("http://a/x y z.html", Http(Html("one"))));
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/x%20y%20z.html"}));
}

TEST(Arc, WrongLengths) {
  const std::size_t size = Http(Html("one")).size();
  for (const std::string& length :
       {std::string("-1"), std::string("abc"), std::string("0"), std::to_string(size - 2),
        std::to_string(size + 2), std::to_string(size + 20), std::string("777777777")}) {
    const std::string file = kFileDesc +
                             Arc1("http://a/1", Http(Html("one")), "text/html", length) +
                             Arc1("http://a/2", Http(Html("two")));
    for (const std::string& bytes : {file, Gzip(file)}) {
      const Outcome outcome = ReadBytes(bytes);
      ASSERT_EQ(outcome.Urls(), kAll) << length;
      EXPECT_EQ(outcome.pages[0].bytes, Html("one")) << length;
    }
  }
}

TEST(Arc, TruncatedAtEveryByte) {
  const TempFolder folder;
  const std::string first = kFileDesc + Arc1("http://a/1", Http(Html("one")));
  const std::string whole = first + Arc1("http://a/2", Http(Html("two")));
  for (std::size_t cut = kFileDesc.size(); cut <= whole.size(); ++cut) {
    const Outcome outcome = ReadInput(folder.Write("cut.arc", whole.substr(0, cut)));
    ASSERT_TRUE(outcome.status.ok());
    if (cut >= first.size()) {
      ASSERT_FALSE(outcome.pages.empty()) << cut;
      EXPECT_EQ(outcome.pages[0].bytes, Html("one")) << cut;
    }
  }
}

}  // namespace
}  // namespace thresh::sources_test
