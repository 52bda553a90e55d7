// The archives that other projects keep as their odd cases. What is expected here was read from the
// files with other tools (zcat, warcio), not from our own output. The files stay where they are;
// without them the test is skipped.
#include <algorithm>

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

struct EdgeCase {
  const char* file;
  std::vector<std::size_t> page_bytes;  // size of each page in order
  std::vector<std::pair<Counter, std::uint64_t>> counters;
  const char* message = "";  // part of a message (or of the Status where nothing can be read)
};

constexpr Counter kRead = Counter::kRecordsRead;
constexpr Counter kType = Counter::kSkippedRecordType;
constexpr Counter kOther = Counter::kSkippedNotHtml;
constexpr Counter kRevisit = Counter::kSkippedUnchanged;
constexpr Counter kEmpty = Counter::kSkippedEmptyFile;
constexpr Counter kStatus = Counter::kSkippedStatus;
constexpr Counter kCut = Counter::kTruncatedRecords;
constexpr Counter kSearched = Counter::kResynchronised;

const std::vector<std::size_t> kCommonCrawl = {36331,  104567, 15261, 8090,  14928, 37751,
                                               23135,  15046,  33402, 36537, 35214, 10815,
                                               108253, 10593,  15496, 7806};

const std::vector<EdgeCase> kCases = {
    {"cdxj-indexer/bad.arc", {}, {{kRead, 4}, {kType, 1}, {kOther, 1}, {kEmpty, 2}}},
    {"cdxj-indexer/cc.warc.gz", {20160}, {{kRead, 3}, {kType, 2}, {kCut, 1}}},
    {"cdxj-indexer/example.arc", {1270}, {{kRead, 2}, {kType, 1}}},
    {"cdxj-indexer/example.warc.gz", {1270}, {{kRead, 6}, {kType, 4}, {kRevisit, 1}}},
    {"cdxj-indexer/missing-http.warc.gz", {}, {{kRead, 2}, {kType, 1}, {kEmpty, 1}}},
    {"cdxj-indexer/post-test-more.warc", {}, {{kRead, 6}, {kType, 3}, {kOther, 3}}},
    {"cdxj-indexer/post-test.warc.gz", {}, {{kRead, 6}, {kType, 3}, {kOther, 3}}},
    {"resiliparse/block-sized-records.warc", {}, {{kRead, 3}, {kType, 3}}},
    {"resiliparse/block-sized-records.warc.gz", {}, {{kRead, 3}, {kType, 3}}},
    {"resiliparse/block-sized-records.warc.lz4", {}, {}, "is compressed with lz4"},
    {"resiliparse/clipped.warc.gz",
     {74970},
     {{kRead, 1}, {kCut, 1}},
     "record at byte 0 is cut short after 75207 of 88275"},
    {"resiliparse/warcfile.warc", kCommonCrawl, {{kRead, 50}, {kType, 34}}},
    {"resiliparse/warcfile.warc.gz", kCommonCrawl, {{kRead, 50}, {kType, 34}}},
    {"resiliparse/warcfile.warc.lz4", {}, {}, "is compressed with lz4"},
    {"solrwayback/Evil-Warc-Headers.warc",
     {},
     {{kRead, 1}, {kOther, 1}, {kCut, 1}},
     "cut short after 827 of 6000"},
    {"solrwayback/transfer_compression_brotli.warc", {246}, {{kRead, 5}, {kType, 3}, {kOther, 1}}},
    {"solrwayback/transfer_compression_brotli.warc.gz",
     {246},
     {{kRead, 5}, {kType, 3}, {kOther, 1}}},
    {"solrwayback/transfer_compression_gzip.warc", {246}, {{kRead, 5}, {kType, 3}, {kOther, 1}}},
    {"solrwayback/transfer_compression_gzip.warc.gz", {246}, {{kRead, 5}, {kType, 3}, {kOther, 1}}},
    {"solrwayback/transfer_compression_gzip_chunked.warc.gz", {72442}, {{kRead, 3}, {kType, 2}}},
    {"solrwayback/transfer_compression_none.warc", {246}, {{kRead, 5}, {kType, 3}, {kOther, 1}}},
    {"solrwayback/transfer_compression_none.warc.gz", {246}, {{kRead, 5}, {kType, 3}, {kOther, 1}}},
    {"solrwayback/transfer_compression_none_truncated.warc.gz",
     {59},
     {{kRead, 3}, {kType, 2}, {kCut, 1}},
     "compressed member at byte 881 is cut off by the end of the file"},
    {"warcio/example-bad-non-chunked.warc.gz", {1270}, {{kRead, 6}, {kType, 4}, {kRevisit, 1}}},
    {"warcio/example-digest.warc", {}, {{kRead, 4}, {kType, 4}}},
    {"warcio/example-iana.org-chunked.warc", {7223}, {{kRead, 3}, {kType, 2}}},
    {"warcio/example-resource.warc.gz", {1303}, {{kRead, 3}, {kType, 2}}},
    {"warcio/example-space-in-target-uri.warc.gz", {}, {{kRead, 2}, {kType, 1}, {kOther, 1}}},
    {"warcio/example-space-in-url.arc",
     {1271},
     {{kRead, 2}, {kType, 1}, {kCut, 1}},
     "cut short after 1579 of 1591 bytes"},
    {"warcio/example-trunc.warc",
     {1270},
     {{kRead, 4}, {kType, 3}, {kSearched, 1}},
     "says it has 973 bytes, but it has 975"},
    {"warcio/example-wget-bad-target-uri.warc.gz", {1270}, {{kRead, 6}, {kType, 3}, {kOther, 2}}},
    // Its Content-Length is 1271.
    {"warcio/example-wrong-chunks.warc.gz",
     {1270},
     {{kRead, 2}, {kType, 1}, {Counter::kTruncatedRecords, 1}}},
    {"warcio/example.warc", {1270}, {{kRead, 6}, {kType, 4}, {kRevisit, 1}}},
    {"warcio/example.warc.gz", {1270}, {{kRead, 6}, {kType, 4}, {kRevisit, 1}}},
    {"webarchive-discovery/IAH-20080430204825-00000-blackbook-truncated.arc",
     {366, 28681},
     {{kRead, 9}, {kType, 1}, {kOther, 6}}},
    {"webarchive-discovery/IAH-20080430204825-00000-blackbook-truncated.arc.gz",
     {366, 28681},
     {{kRead, 9}, {kType, 1}, {kOther, 6}}},
    {"webarchive-discovery/IAH-20080430204825-00000-blackbook-truncated.warc",
     {366, 28681},
     {{kRead, 23}, {kType, 15}, {kOther, 6}}},
    {"webarchive-discovery/IAH-20080430204825-00000-blackbook-truncated.warc.gz",
     {366, 28681},
     {{kRead, 23}, {kType, 15}, {kOther, 6}}},
    {"webarchive-discovery/IAH-urls-wget.warc.gz",
     {30550, 30459},
     {{kRead, 36}, {kType, 17}, {kStatus, 9}, {kOther, 8}}},
    {"webarchive-discovery/flashfrozen-jwat-recompressed.warc.gz",
     {146105, 146105},
     {{kRead, 82}, {kType, 40}, {kOther, 39}, {kEmpty, 1}}},
    {"webarchive-discovery/ip-host-testcase.warc.gz",
     {},
     {{kRead, 6}, {kType, 3}, {kStatus, 1}, {kOther, 2}}},
    {"webarchive-discovery/truncated_datetime.warc", {246}, {{kRead, 5}, {kType, 3}, {kOther, 1}}},
};

const std::filesystem::path kFolder =
    std::filesystem::path(THRESH_SHARED_DIR) / "data" / "warc-edge";

void Check(const EdgeCase& edge) {
  const Outcome outcome = ReadInput((kFolder / edge.file).string());
  std::vector<std::size_t> sizes;
  std::uint64_t total = 0;
  for (const RawPage& page : outcome.pages) {
    sizes.push_back(page.bytes.size());
    total += page.bytes.size();
  }
  EXPECT_EQ(sizes, edge.page_bytes);
  Counters expected;
  for (const auto& [counter, value] : edge.counters) expected[counter] = value;
  expected[Counter::kBytesRead] = total;
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    EXPECT_EQ(outcome.counters.at(i), expected.at(i)) << kCounterTable[i].name;
  }
  const std::string message = edge.message;
  if (edge.counters.empty()) {
    EXPECT_EQ(outcome.status.code(), Code::kUnusable);
    EXPECT_NE(outcome.status.message().find(message), std::string::npos)
        << outcome.status.message();
  } else {
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.message();
    EXPECT_TRUE(message.empty() ? outcome.messages.empty() : outcome.HasMessage(message));
  }
}

TEST(WarcEdge, EveryFile) {
  if (!std::filesystem::exists(kFolder))
    GTEST_SKIP() << "no warc-edge folder: the odd archives of others are not read";
  for (const EdgeCase& edge : kCases) {
    SCOPED_TRACE(edge.file);
    Check(edge);
  }
}

TEST(WarcEdge, EveryFileHasAnExpectation) {
  if (!std::filesystem::exists(kFolder))
    GTEST_SKIP() << "no warc-edge folder: the odd archives of others are not read";
  std::vector<std::string> files;
  std::vector<std::string> expected;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kFolder)) {
    if (entry.is_regular_file())
      files.push_back(std::filesystem::relative(entry.path(), kFolder).string());
  }
  for (const EdgeCase& edge : kCases) expected.emplace_back(edge.file);
  std::sort(files.begin(), files.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(files, expected);
}

TEST(WarcEdge, CharsetsDatesAndTextOfSomePages) {
  if (!std::filesystem::exists(kFolder))
    GTEST_SKIP() << "no warc-edge folder: the odd archives of others are not read";
  const Outcome crawl = ReadInput((kFolder / "resiliparse/warcfile.warc.gz").string());
  ASSERT_EQ(crawl.pages.size(), 16U);
  EXPECT_EQ(crawl.pages[1].http_charset, "windows-1251");
  EXPECT_EQ(crawl.pages[1].url, "http://01spb.ru/company/");
  EXPECT_EQ(crawl.pages[1].docno, "e9e41f63-d478-42d0-bca8-1af2be3245a3");
  EXPECT_EQ(crawl.pages[1].date, "2020-08-08T18:31:12Z");
  for (const char* file : {"brotli.warc", "gzip.warc", "none.warc"}) {
    const Outcome coded = ReadInput(
        (kFolder / "solrwayback" / (std::string("transfer_compression_") + file)).string());
    ASSERT_EQ(coded.pages.size(), 1U) << file;
    EXPECT_NE(coded.pages[0].bytes.find("testing GZip and Brotli transmission compression."),
              std::string::npos)
        << file;
    EXPECT_EQ(coded.pages[0].url, "http://tokemon.sb.statsbiblioteket.dk/") << file;
  }
}

}  // namespace
}  // namespace thresh::sources_test
