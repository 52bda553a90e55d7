#include "indexer/sources/content_coding.h"

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

// "<html><title>coded</title><body>one two three</body></html>"
const std::string kPage = "<html><title>coded</title><body>one two three</body></html>";
const std::string kBrotli(
    "\x1b\x3a\x00\x70\x8c\xc3\x38\x46\xbc\x19\x95\xf6\x16\xb9\x8d\xad\xeb\x1a\xe2\x5b\x06\x8d\xca"
    "\x59\xbd\xd0"
    "\x81\x43"
    "\x0e\xd8\xbf\x0b\x26\xd6\x02\x09\x36\xe0\x80\x02\x6c\x92\x75\xa2\x87\x7d\x47\x26\x63\xc2\x51"
    "\x9d\x2b\xfc"
    "\x9c\xc5"
    "\x29\x00",
    58);

std::string Chunked(const std::string& body, std::size_t size = 7) {
  std::string out;
  for (std::size_t at = 0; at < body.size(); at += size) {
    const std::string piece = body.substr(at, size);
    char head[32];
    std::snprintf(head, sizeof head, "%zx;name=value\r\n", piece.size());
    out += head + piece + "\r\n";
  }
  return out + "0\r\nTrailer: x\r\n\r\n";
}

Outcome Fetch(const std::string& fields, const std::string& body,
              const SourceOptions& options = {}) {
  return ReadBytes(
      Warc("response", "http://a/", Http(body, "Content-Type: text/html\r\n" + fields)), options);
}

TEST(ContentCoding, EveryCoding) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"Content-Encoding: gzip\r\n", Gzip(kPage)},
      {"Content-Encoding: x-gzip\r\n", Gzip(kPage)},
      {"content-encoding: GZIP\r\n", Gzip(kPage.substr(0, 20)) + Gzip(kPage.substr(20))},
      {"Content-Encoding: deflate\r\n", Deflate(kPage, 15)},
      {"Content-Encoding: deflate\r\n", Deflate(kPage, -15)},
      {"Content-Encoding: deflate\r\n", Gzip(kPage)},
      {"Content-Encoding: br\r\n", kBrotli},
      {"Content-Encoding: zstd\r\n", Zstd(kPage)},
      {"Content-Encoding: identity\r\n", kPage},
      {"Transfer-Encoding: chunked\r\n", Chunked(kPage)},
      {"Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", Chunked(Gzip(kPage))},
      {"Transfer-Encoding: gzip, chunked\r\n", Chunked(Gzip(kPage), 1)},
      {"Content-Encoding: br, gzip\r\n", Gzip(kBrotli)},
      {"Content-Encoding: br\r\nContent-Encoding: gzip\r\n", Gzip(kBrotli)},
  };
  for (const auto& [fields, body] : cases) {
    const Outcome outcome = Fetch(fields, body);
    ASSERT_EQ(outcome.pages.size(), 1U) << fields;
    EXPECT_EQ(outcome.pages[0].bytes, kPage) << fields;
    EXPECT_EQ(outcome.counters[Counter::kBodyUndecoded], 0U) << fields;
    EXPECT_EQ(outcome.counters[Counter::kTruncatedRecords], 0U) << fields;
  }
}

TEST(ContentCoding, AnnouncedButDecodedAlready) {
  for (const char* fields :
       {"Content-Encoding: gzip\r\n", "Content-Encoding: deflate\r\n", "Content-Encoding: br\r\n",
        "Content-Encoding: zstd\r\n", "Transfer-Encoding: chunked\r\n",
        "Content-Encoding: utf-8\r\n", "Content-Encoding: compress\r\n"}) {
    for (const std::string& body :
         {kPage, std::string("zwanzig words and no tag at all, but text")}) {
      const Outcome outcome = Fetch(fields, body);
      ASSERT_EQ(outcome.pages.size(), 1U) << fields;
      EXPECT_EQ(outcome.pages[0].bytes, body) << fields;
      EXPECT_EQ(outcome.counters[Counter::kBodyUndecoded], 1U) << fields;
    }
  }
  const Outcome dechunked =
      Fetch("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", Gzip(kPage));
  EXPECT_EQ(dechunked.pages.at(0).bytes, kPage);
  EXPECT_EQ(dechunked.counters[Counter::kBodyUndecoded], 1U);
}

TEST(ContentCoding, CutAndDamagedBodies) {
  const std::string long_page =
      "<html>" + std::string(300, 'a') + " middle of a text " + std::string(300, 'b') + "</html>";
  for (const auto& [fields, body] : std::vector<std::pair<std::string, std::string>>{
           {"Content-Encoding: gzip\r\n", Gzip(long_page)},
           {"Content-Encoding: deflate\r\n", Deflate(long_page, 15)},
           {"Transfer-Encoding: chunked\r\n", Chunked(long_page)}}) {
    const Outcome outcome = Fetch(fields, body.substr(0, body.size() * 9 / 10));
    ASSERT_EQ(outcome.pages.size(), 1U) << fields;
    EXPECT_TRUE(long_page.starts_with(outcome.pages[0].bytes)) << fields;
    EXPECT_GT(outcome.pages[0].bytes.size(), 100U) << fields;
    EXPECT_EQ(outcome.counters[Counter::kTruncatedRecords], 1U) << fields;
  }
  const Outcome wrong = Fetch("Transfer-Encoding: chunked\r\n", "5\r\n<p>ab\r\nnot a size\r\nxyz");
  EXPECT_EQ(wrong.pages.at(0).bytes, "<p>ab");
}

TEST(ContentCoding, Limits) {
  SourceOptions options;
  options.limits.max_page_bytes = 2000;
  std::string text = "<html>";
  for (int i = 0; i < 3000; ++i) text += std::to_string(i * 7919) + " ";
  const Outcome capped = Fetch("Content-Encoding: gzip\r\n", Gzip(text), options);
  EXPECT_EQ(capped.pages.at(0).bytes, text.substr(0, 2000));
  EXPECT_EQ(capped.counters[Counter::kPayloadCapped], 1U);
  EXPECT_EQ(capped.counters[Counter::kTruncatedRecords], 0U);

  const std::string zeros(7u << 20, '0');
  const Outcome bomb = Fetch("Content-Encoding: gzip\r\n", Gzip(zeros));
  EXPECT_TRUE(bomb.pages.empty());
  EXPECT_EQ(bomb.counters[Counter::kSkippedBomb], 1U);
  EXPECT_TRUE(Fetch("Content-Encoding: zstd\r\n", Zstd(zeros)).pages.empty());

  const std::string nested = "Content-Encoding: gzip, gzip, gzip";
  const std::string body = Gzip(Gzip(Gzip(kPage)));
  EXPECT_EQ(Fetch(nested + "\r\n", body).pages.at(0).bytes, kPage);
  const Outcome deep = Fetch(nested + ", gzip\r\n", Gzip(body));
  EXPECT_TRUE(deep.pages.empty());
  EXPECT_EQ(deep.counters[Counter::kSkippedBomb], 1U);
}

}  // namespace
}  // namespace thresh::sources_test
