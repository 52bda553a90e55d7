#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

const std::string kWeb =
    "<DOC>\n<DOCNO>WTX001-B01-1</DOCNO>\n<DOCHDR>\nhttp://www.ram.org:80/ 204.249.244.1 "
    "19970101150000 "
    "text/html 264\n"
    "HTTP/1.0 200 OK\nContent-type: text/html; "
    "charset=big5\n</DOCHDR>\n<html>web\n</html>\n</DOC>\n";
const std::string kText =
    "<DOC>\n<DOCNO> FT911-3 </DOCNO>\n<DATE>910514</DATE>\n<TEXT>\n<P>one &amp; two</P>\na < b and "
    "1<2\n</TEXT>\n</DOC>\n";

TEST(Trec, Web) {
  const Outcome outcome = ReadBytes(kWeb + kWeb);
  ASSERT_EQ(outcome.pages.size(), 2U);
  const RawPage& page = outcome.pages[0];
  EXPECT_EQ(page.url, "http://www.ram.org:80/");
  EXPECT_EQ(page.docno, "WTX001-B01-1");
  EXPECT_EQ(page.date, "1997-01-01T15:00:00Z");
  EXPECT_EQ(page.http_charset, "big5");
  EXPECT_EQ(page.bytes, "<html>web\n</html>\n");
  EXPECT_EQ(page.form, PageForm::kHtml);
}

TEST(Trec, Gov2Header) {
  const Outcome outcome = ReadBytes(
      "<DOC>\r\n<DOCNO>GX000</DOCNO>\r\n<DOCHDR>\r\nhttp://a.gov/x\r\nHTTP/1.1 200 OK\r\nDate: "
      "Fri, 18 Jan "
      "2002\r\n"
      "</DOCHDR>\r\nbody\r\n</DOC>\r\n");
  ASSERT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a.gov/x"}));
  EXPECT_EQ(outcome.pages[0].date, "Fri, 18 Jan 2002");
  EXPECT_EQ(outcome.pages[0].form, PageForm::kHtml);
}

TEST(Trec, Text) {
  const Outcome outcome = ReadBytes("\n" + kText + Replace(kText, "FT911-3", "FT 4"));
  ASSERT_EQ(outcome.Urls(),
            (std::vector<std::string>{"http://trec/FT911-3", "http://trec/FT%204"}));
  EXPECT_EQ(outcome.pages[0].form, PageForm::kText);
  EXPECT_EQ(outcome.pages[0].docno, "FT911-3");
  EXPECT_EQ(outcome.pages[0].bytes, " 910514 \n \n one & two \na < b and 1<2\n \n");
  EXPECT_EQ(outcome.counters[Counter::kResynchronised], 0U);
}

TEST(Trec, HtmlWithoutHeaderIsHtml) {
  const Outcome outcome = ReadBytes("<doc>\n<docno>1</docno>\n<html><b>x</b></html>\n</doc>\n");
  ASSERT_EQ(outcome.pages.size(), 1U);
  EXPECT_EQ(outcome.pages[0].form, PageForm::kHtml);
  EXPECT_EQ(outcome.pages[0].bytes, "<html><b>x</b></html>\n");
}

TEST(Trec, Packed) {
  EXPECT_EQ(ReadBytes(Gzip(kWeb + kText)).pages.size(), 2U);
  EXPECT_EQ(ReadBytes(Gzip(kWeb) + Gzip(kText)).pages.size(), 2U);
  EXPECT_EQ(ReadBytes(Zstd(kWeb + kText)).pages.size(), 2U);
}

TEST(Trec, Damage) {
  const std::string open_end = Replace(kText, "</DOC>\n", "");
  const Outcome outcome =
      ReadBytes(open_end + kWeb + "junk\n" + Replace(kText, "DOCNO", "NOPE") + open_end);
  ASSERT_EQ(outcome.pages.size(), 3U);
  EXPECT_EQ(outcome.pages[0].bytes, " 910514 \n \n one & two \na < b and 1<2\n \n");
  EXPECT_EQ(outcome.counters[Counter::kSkippedMalformed], 1U);
  EXPECT_EQ(outcome.counters[Counter::kTruncatedRecords], 1U);
  EXPECT_EQ(outcome.counters[Counter::kResynchronised], 2U);
  EXPECT_TRUE(outcome.HasMessage("has no </DOC>"));
}

// A text may name the tag: only one that ends its line ends the document.
TEST(Trec, AnEndWithTextBehindItIsText) {
  const Outcome outcome = ReadBytes(Replace(kWeb, "web", "a </DOC> is the end") + kWeb);
  ASSERT_EQ(outcome.pages.size(), 2U);
  EXPECT_EQ(outcome.pages[0].bytes, "<html>a </DOC> is the end\n</html>\n");
  EXPECT_EQ(outcome.counters[Counter::kResynchronised], 0U);
}

TEST(Trec, Cap) {
  SourceOptions options;
  options.limits.max_page_bytes = 1000;
  const std::string body = "<html>" + std::string(300000, 'x') + "\n";
  const Outcome outcome =
      ReadBytes("<DOC>\n<DOCNO>1</DOCNO>\n" + body + "</DOC>\n" + kWeb, options);
  ASSERT_EQ(outcome.pages.size(), 2U);
  EXPECT_EQ(outcome.pages[0].bytes, body.substr(0, 1000));
  EXPECT_EQ(outcome.counters[Counter::kPayloadCapped], 1U);
}

TEST(Trec, TruncatedAtEveryByte) {
  for (std::size_t cut = kWeb.size(); cut <= 2 * kWeb.size(); ++cut) {
    const Outcome outcome = ReadBytes((kWeb + kWeb).substr(0, cut));
    ASSERT_GE(outcome.pages.size(), 1U) << cut;
    EXPECT_EQ(outcome.pages[0].bytes, "<html>web\n</html>\n");
  }
}

}  // namespace
}  // namespace thresh::sources_test
