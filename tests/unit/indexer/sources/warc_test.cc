#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

TEST(Warc, ResponseBecomesPage) {
  const Outcome outcome =
      ReadBytes(Warc("response", "http://a.org/x",
                     Http(Html("hi"), "Content-Type: text/html; charset=\"KOI8-R\"\r\n")));
  ASSERT_EQ(outcome.pages.size(), 1U);
  const RawPage& page = outcome.pages[0];
  EXPECT_EQ(page.url, "http://a.org/x");
  EXPECT_EQ(page.docno, "id-of-http://a.org/x");
  EXPECT_EQ(page.date, "2020-01-02T03:04:05Z");
  EXPECT_EQ(page.http_charset, "KOI8-R");
  EXPECT_EQ(page.bytes, Html("hi"));
  EXPECT_EQ(page.form, PageForm::kHtml);
  EXPECT_EQ(outcome.counters[Counter::kBytesRead], Html("hi").size());
  EXPECT_TRUE(outcome.messages.empty());
}

TEST(Warc, TypesAreReadOrCounted) {
  const Outcome outcome = ReadBytes(
      Warc("warcinfo", "", "software: x\r\n", "application/warc-fields") +
      Warc("request", "http://a/", "GET /") +
      Warc("resource", "http://a/res", Html("r"), "text/html; charset=utf-8") +
      Warc("resource", "http://a/log", "log", "text/plain") +
      Warc("conversion", "http://a/con", "plain words", "text/plain") +
      Warc("conversion", "http://a/con2", Html("c"), "application/xhtml+xml") +
      Warc("revisit", "http://a/", Http("")) + Warc("response", "dns:a", "1.2.3.4", "text/dns") +
      Warc("response", "http://a/404",
           Http(Html("x"), "Content-Type: text/html\r\n", "404 Not Found")) +
      Warc("response", "http://a/301", Http("", "Location: /\r\n", "301 Moved")) +
      Warc("response", "http://a/png", Http("PNG", "Content-Type: image/png\r\n")) +
      Warc("response", "http://a/empty", Http("")) + Warc("response", "http://a/none", "") +
      Warc("response", "", Http(Html("x"))) + Warc("response", "http://a/bad", "no status line") +
      Warc("response", "http://a/201",
           Http(Html("y"), "Content-Type: text/html\r\n", "201 Created")));
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/res", "http://a/con",
                                                      "http://a/con2", "http://a/201"}));
  EXPECT_EQ(outcome.pages[0].http_charset, "utf-8");
  EXPECT_EQ(outcome.pages[1].form, PageForm::kText);
  EXPECT_EQ(outcome.pages[2].form, PageForm::kHtml);
  EXPECT_EQ(outcome.counters[Counter::kRecordsRead], 16U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedRecordType], 2U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedUnchanged], 1U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedStatus], 2U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedNotHtml], 3U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedEmptyFile], 2U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedNoUrl], 1U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedMalformed], 1U);
}

// A revisit of the page's own bytes has seen the page. One of another page's only names it.
TEST(Warc, ARevisitHasSeenThePageOrNamesIt) {
  const auto revisit = [](const std::string& of) {
    return Replace(Warc("revisit", "http://a/x", Http("")), "WARC-Date",
                   "WARC-Refers-To-Target-URI: " + of + "\r\nWARC-Date");
  };
  const Outcome outcome =
      ReadBytes(Warc("revisit", "http://a/x", Http("")) + revisit("http://a/x") +
                revisit("<http://a/x>") + revisit("http://a/y"));
  ASSERT_EQ(outcome.events.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(outcome.events[i].kind, RecordKind::kSeen) << i;
  EXPECT_EQ(outcome.events[3].kind, RecordKind::kNamed);
}

TEST(Warc, ContentTypeMayBeMissingOrSloppy) {
  const Outcome outcome = ReadBytes(
      Warc("response", "http://a/1", Http(Html("sniffed"), "Server: x\r\n")) +
      Warc("response", "http://a/2", Http("\x89PNG...", "Server: x\r\n")) +
      Warc("response", "http://a/3", Http("x", "Content-Type: Text/HTML charset=big5\r\n")) +
      Warc("response", "http://a/4", Html("no headers at all")));
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/1", "http://a/3", "http://a/4"}));
  EXPECT_EQ(outcome.pages[1].http_charset, "big5");
  EXPECT_EQ(outcome.counters[Counter::kSkippedNotHtml], 1U);
}

TEST(Warc, OddUrlsAndIds) {
  const Outcome outcome =
      ReadBytes(Warc("response", "<http://a/wget>", Http(Html("x"))) +
                Warc("response", "http://a/with blank\xc3\xa4", Http(Html("x"))) +
                Replace(Response("http://a/noid", "x"), "WARC-Record-ID", "X-Other") +
                Replace(Response("http://a/half", "x"), ">\r\n", "\r\n") +
                Replace(Response("http://a/other", "x"), "<urn:", "urn:"));
  ASSERT_EQ(outcome.Urls(),
            (std::vector<std::string>{"http://a/wget", "http://a/with%20blank%C3%A4",
                                      "http://a/noid", "http://a/half", "http://a/other"}));
  EXPECT_EQ(outcome.pages[2].docno, "http://a/noid");
  // Brackets are those of a pair.
  EXPECT_EQ(outcome.pages[3].docno, "<urn:uuid:id-of-http://a/half");
  EXPECT_EQ(outcome.pages[4].docno, "id-of-http://a/other>");
}

TEST(Warc, VersionsLineEndsAndFoldedHeaders) {
  for (const char* version : {"WARC/0.17", "WARC/0.18", "WARC/1.0", "WARC/1.1"}) {
    const std::string file =
        Replace(Response("http://a/1", "one") + Response("http://a/2", "two"), "WARC/1.0", version);
    EXPECT_EQ(ReadBytes(file).pages.size(), 2U) << version;
  }
  // Bare LF everywhere; the length counts what stands there.
  const std::string payload = Replace(Http(Html("lf")), "\r\n", "\n");
  const std::string lf = Replace(Warc("response", "http://a/lf", payload), "\r\n", "\n");
  EXPECT_EQ(ReadBytes(lf + lf).Urls(), (std::vector<std::string>{"http://a/lf", "http://a/lf"}));
  const std::string folded =
      Replace(Response("http://a/folded", "x"), "WARC-Target-URI: ", "WARC-Target-URI:\r\n\t ");
  EXPECT_EQ(ReadBytes(folded).Urls(), (std::vector<std::string>{"http://a/folded"}));
  const std::string http = Http(Html("x"), "Content-Type: text/html;\r\n  charset=utf-8\r\n");
  EXPECT_EQ(ReadBytes(Warc("response", "http://a/", http)).pages.at(0).http_charset, "utf-8");
}

TEST(Warc, Packings) {
  const std::string one = Response("http://a/1", "one");
  const std::string two = Response("http://a/2", "two");
  const std::vector<std::string> expected = {"http://a/1", "http://a/2"};
  EXPECT_EQ(ReadBytes(one + two).Urls(), expected);
  EXPECT_EQ(ReadBytes(Gzip(one) + Gzip(two)).Urls(), expected);
  EXPECT_EQ(ReadBytes(Gzip(one + two)).Urls(), expected);
  EXPECT_EQ(ReadBytes(Zstd(one) + Zstd(two)).Urls(), expected);
  EXPECT_EQ(ReadBytes(Zstd(one + two)).Urls(), expected);
  // Blocks that have nothing to do with records.
  std::string blocks;
  for (std::size_t i = 0; i < (one + two).size(); i += 37)
    blocks += Gzip((one + two).substr(i, 37));
  const Outcome cut = ReadBytes(blocks);
  EXPECT_EQ(cut.Urls(), expected);
  EXPECT_EQ(cut.counters[Counter::kResynchronised], 0U);
  EXPECT_EQ(ReadBytes(Gzip(one) + Gzip(two) + std::string(1000, '\0')).Urls(), expected);
  EXPECT_EQ(ReadBytes(one + two + std::string(100000, '\0')).Urls(), expected);
}

std::string Skippable(char magic, std::string_view content) {
  std::string frame = std::string(1, magic) + "\x2a\x4d\x18";
  PutLittle(&frame, content.size(), 4);
  return frame.append(content);
}

std::string ZstdWith(std::string_view dictionary, std::string_view bytes) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(ZSTD_compress_usingDict(context, out.data(), out.size(), bytes.data(), bytes.size(),
                                     dictionary.data(), dictionary.size(), 3));
  ZSTD_freeCCtx(context);
  return out;
}

TEST(Warc, ZstdDictionaryFrame) {
  const std::string one = Response("http://a/1", "one");
  const std::string two = Response("http://a/2", "two");
  const std::string dictionary = Response("http://a/0", "zero");
  const std::string frames = ZstdWith(dictionary, one) + ZstdWith(dictionary, two);
  ASSERT_LT(frames.size(), one.size() / 2);
  const std::vector<std::string> expected = {"http://a/1", "http://a/2"};
  EXPECT_EQ(ReadBytes(Skippable('\x5d', dictionary) + frames).Urls(), expected);
  EXPECT_EQ(ReadBytes(Skippable('\x5d', Zstd(dictionary)) + frames).Urls(), expected);
  EXPECT_EQ(ReadBytes(Zstd(one) + Skippable('\x50', "anything") + Zstd(two)).Urls(), expected);
  const Outcome without = ReadBytes(frames);
  EXPECT_TRUE(without.status.ok());
  EXPECT_TRUE(without.pages.empty());
  EXPECT_TRUE(without.HasMessage("is damaged"));
}

TEST(Warc, PayloadCap) {
  SourceOptions options;
  options.limits.max_page_bytes = 1000;
  const std::string body = Html(std::string(5000, 'x'));
  const Outcome outcome = ReadBytes(
      Warc("response", "http://a/1", Http(body)) + Response("http://a/2", "two"), options);
  ASSERT_EQ(outcome.pages.size(), 2U);
  EXPECT_EQ(outcome.pages[0].bytes, body.substr(0, 1000));
  EXPECT_EQ(outcome.counters[Counter::kPayloadCapped], 1U);
  // A record far over what is held of it.
  const std::string huge(3u << 20, 'y');
  const Outcome large = ReadBytes(
      Warc("response", "http://a/1", Http("<p>" + huge)) + Response("http://a/2", "two"), options);
  EXPECT_EQ(large.Urls(), (std::vector<std::string>{"http://a/1", "http://a/2"}));
  EXPECT_EQ(large.counters[Counter::kResynchronised], 0U);
}

TEST(Warc, CrawlersOwnTruncationIsCounted) {
  const Outcome outcome = ReadBytes(
      Replace(Response("http://a/1", "x"), "WARC-Date", "WARC-Truncated: length\r\nWARC-Date"));
  EXPECT_EQ(outcome.pages.size(), 1U);
  EXPECT_EQ(outcome.counters[Counter::kTruncatedRecords], 1U);
}

}  // namespace
}  // namespace thresh::sources_test
