#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

TEST(Jsonl, Fields) {
  const Outcome outcome = ReadBytes(
      "{\"url\":\"http://a/"
      "1\",\"html\":\"<p>\\u00e4\\n\",\"docno\":\"d1\",\"date\":\"2020\",\"more\":{\"html\":["
      "\"no\"]}}\n"
      "\r\n"
      "{\"html\":\"<p>two\",\"extra\":[1,2.5,null,true,{}],\"url\":\"http://a/2\"}");
  ASSERT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/1", "http://a/2"}));
  EXPECT_EQ(outcome.pages[0].bytes, "<p>\xc3\xa4\n");
  EXPECT_EQ(outcome.pages[0].docno, "d1");
  EXPECT_EQ(outcome.pages[0].date, "2020");
  EXPECT_EQ(outcome.pages[0].http_charset, "utf-8");
  EXPECT_EQ(outcome.pages[1].docno, "http://a/2");
  EXPECT_EQ(outcome.pages[1].bytes, "<p>two");
}

TEST(Jsonl, BinaryPagesAndLongUrlsAreCounted) {
  std::string binary;
  for (int i = 0; i < 100; ++i) binary += "\\u0001page";
  const std::string longest = "http://a/" + std::string(4087, 'x');
  const Outcome outcome =
      ReadBytes("{\"url\":\"http://a/1\",\"html\":\"" + binary + "\"}\n{\"url\":\"" + longest +
                "\",\"html\":\"<p>x\"}\n{\"url\":\"" + longest + "x\",\"html\":\"<p>x\"}");
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{longest}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedBinary], 1U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedLongUrl], 1U);
}

TEST(Jsonl, BadLinesAreCounted) {
  const Outcome outcome = ReadBytes(
      "{\"url\":\"http://a/1\",\"html\":\"x\"}\nnot "
      "json\n{\"url\":\"http://a/2\"}\n{\"html\":\"x\"}\n"
      "{\"url\":\"http://a/3\",\"html\":\"\"}\n[1]\n{\"url\":\"http://a/4\",\"html\":\"\xff\"}\n"
      "{\"url\":\"http://a/5\",\"html\":\"cut of"
      "\n{\"url\":\"http://a/6\",\"html\":\"y\"} trailing\n" +
      std::string(100000, '[') + "\n{\"a\":" + std::string(100000, '[') +
      "\n{\"url\":\"http://a/7\",\"html\":\"z\"}");
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/1", "http://a/7"}));
  EXPECT_EQ(outcome.counters[Counter::kSkippedMalformed], 8U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedNoUrl], 1U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedEmptyFile], 1U);
  EXPECT_TRUE(outcome.HasMessage("line 2 is no JSON object"));
}

TEST(Jsonl, PackedAndWithByteOrderMark) {
  const std::string line = "{\"url\":\"http://a/1\",\"html\":\"x\"}\n";
  EXPECT_EQ(ReadBytes(Gzip(line) + Gzip(line)).pages.size(), 2U);
  EXPECT_EQ(ReadBytes(Zstd(line)).pages.size(), 1U);
  EXPECT_EQ(ReadBytes("\xef\xbb\xbf" + line).pages.size(), 1U);
}

TEST(Jsonl, CapAndLongLines) {
  SourceOptions options;
  options.limits.max_page_bytes = 1000;
  const auto line = [](const std::string& url, std::size_t size) {
    return "{\"url\":\"" + url + "\",\"html\":\"" + std::string(size, 'x') + "\"}\n";
  };
  const Outcome outcome = ReadBytes(line("http://a/1", 2000) + line("http://a/2", 500000) +
                                        line("http://a/3", 10) + line("http://a/4", 500000),
                                    options);
  EXPECT_EQ(outcome.Urls(), (std::vector<std::string>{"http://a/1", "http://a/3"}));
  EXPECT_EQ(outcome.pages[0].bytes, std::string(1000, 'x'));
  EXPECT_EQ(outcome.counters[Counter::kPayloadCapped], 1U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedMalformed], 2U);
  EXPECT_TRUE(outcome.HasMessage("line 2 is too long"));
}

}  // namespace
}  // namespace thresh::sources_test
