#include <fcntl.h>
#include <unistd.h>

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

// Reads `bytes` through standard input, from a file or through a pipe's short reads.
Outcome ReadStandardInput(const std::string& bytes, const SourceOptions& options = {}) {
  const TempFolder folder;
  const int file = open(folder.Write("stdin", bytes).c_str(), O_RDONLY);
  const int saved = dup(STDIN_FILENO);
  dup2(file, STDIN_FILENO);
  Outcome outcome = ReadInput("-", options);
  if (saved >= 0) dup2(saved, STDIN_FILENO);
  close(saved);
  close(file);
  return outcome;
}

TEST(Registry, TableNamesEveryFormatOnce) {
  std::vector<std::string> names;
  for (const SourceInfo& info : SourceTable()) {
    names.emplace_back(info.name);
    EXPECT_FALSE(info.help.empty());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"directory", "wacz", "warc", "arc", "trec", "jsonl",
                                             "html"}));
}

TEST(Registry, StandardInput) {
  const std::string warc = Response("http://a/1", "one") + Response("http://a/2", "two");
  EXPECT_EQ(ReadStandardInput(warc).pages.size(), 2U);
  EXPECT_EQ(ReadStandardInput(Gzip(warc)).pages.size(), 2U);
  EXPECT_EQ(ReadStandardInput("<DOC>\n<DOCNO>1</DOCNO>x\n</DOC>\n").pages.size(), 1U);
  EXPECT_EQ(ReadStandardInput("{\"url\":\"http://a\",\"html\":\"x\"}\n").pages.size(), 1U);
  EXPECT_EQ(ReadStandardInput(Html("x")).pages.size(), 1U);
  const Outcome unknown = ReadStandardInput("what is this");
  EXPECT_EQ(unknown.status.code(), Code::kUnusable);
  EXPECT_EQ(unknown.status.message(),
            "cannot tell the format of standard input; name it with --format");
}

TEST(Registry, SingleHtmlFile) {
  const TempFolder folder;
  folder.Write("site/my page.html", Html("x"));
  const Outcome outcome = ReadInput(folder.path() + "/site/my page.html");
  ASSERT_EQ(outcome.Urls(), (std::vector<std::string>{"http://site/my%20page.html"}));
  EXPECT_EQ(outcome.pages[0].path, "my page.html");
  EXPECT_EQ(ReadInput(folder.Write("named.html", "no tag")).pages.size(), 1U);
  EXPECT_EQ(ReadInput(folder.Write("packed.html.gz", Gzip(Html("y")))).pages.at(0).bytes,
            Html("y"));
}

TEST(Registry, NameTellsWhereTheBytesDoNot) {
  const TempFolder folder;
  EXPECT_EQ(
      ReadInput(folder.Write("x.warc", "junk\n" + Response("http://a/1", "one"))).pages.size(), 1U);
  EXPECT_EQ(ReadInput(folder.Write("x.jsonl", "junk\n{\"url\":\"http://a\",\"html\":\"x\"}\n"))
                .pages.size(),
            1U);
}

TEST(Registry, GivenFormatIsObeyed) {
  SourceOptions options;
  options.format = "html";
  EXPECT_EQ(ReadBytes(Response("http://a/1", "one"), options).pages.at(0).bytes,
            Response("http://a/1", "one"));
  options.format = "nonsense";
  const Outcome outcome = ReadBytes("x", options);
  EXPECT_EQ(outcome.status.code(), Code::kUsage);
  EXPECT_EQ(outcome.status.message(),
            "unknown format nonsense; known formats are auto, directory, wacz, warc, arc, trec, "
            "jsonl, html");
}

TEST(Registry, MissingAndUnreadableInputs) {
  for (const char* format : {"auto", "warc", "directory", "wacz"}) {
    SourceOptions options;
    options.format = format;
    const Outcome outcome = ReadInput("/no/such/thing", options);
    EXPECT_EQ(outcome.status.code(), Code::kMissing) << format;
    EXPECT_NE(outcome.status.message().find("/no/such/thing"), std::string::npos);
  }
  // Reading address 0 of a process fails with EIO: a failing disk in miniature.
  SourceOptions options;
  options.format = "warc";
  const Outcome outcome = ReadInput("/proc/self/mem", options);
  EXPECT_EQ(outcome.status.code(), Code::kIo);
  EXPECT_EQ(outcome.status.message(), "cannot read /proc/self/mem: Input/output error");
}

TEST(Registry, EmptyInputs) {
  for (const std::string& bytes : {std::string(), Gzip("")}) {
    const Outcome outcome = ReadBytes(bytes);
    EXPECT_TRUE(outcome.status.ok());
    EXPECT_TRUE(outcome.pages.empty());
    EXPECT_EQ(outcome.counters[Counter::kSkippedEmptyFile], 1U);
  }
  const TempFolder folder;
  EXPECT_TRUE(ReadInput(folder.path()).pages.empty());
}

TEST(Registry, ForeignCompressionIsNamed) {
  for (const auto& [magic, name] :
       std::vector<std::pair<std::string, std::string>>{{"\x04\x22\x4d\x18....", "lz4"},
                                                        {"\xfd"
                                                         "7zXZ...",
                                                         "xz"},
                                                        {"BZh91AY&SY", "bzip2"}}) {
    const Outcome outcome = ReadBytes(magic);
    EXPECT_EQ(outcome.status.code(), Code::kUnusable);
    EXPECT_NE(outcome.status.message().find("is compressed with " + name), std::string::npos);
  }
}

TEST(Registry, NestedCompression) {
  const std::string warc = Response("http://a/1", "one");
  EXPECT_EQ(ReadBytes(Gzip(Gzip(Zstd(warc)))).pages.size(), 1U);
  EXPECT_EQ(ReadBytes(Gzip(Gzip(Gzip(Gzip(warc))))).status.code(), Code::kUnusable);
}

TEST(Registry, ProgressReachesTheTotal) {
  const TempFolder folder;
  auto source = OpenSource(folder.Write("x.warc.gz", Gzip(Response("http://a/1", "one"))), {});
  ASSERT_TRUE(source.ok());
  RawPage page;
  while ((*source)->Next(&page).value()) {
  }
  EXPECT_GT((*source)->bytes_total(), 0U);
  EXPECT_EQ((*source)->bytes_done(), (*source)->bytes_total());
}

TEST(Registry, MessagesAreLimited) {
  std::string lines;
  for (int i = 0; i < 500; ++i) lines += "{bad\n";
  const Outcome outcome = ReadBytes(lines);
  EXPECT_EQ(outcome.messages.size(), 100U);
  EXPECT_EQ(outcome.counters[Counter::kSkippedMalformed], 500U);
}

}  // namespace
}  // namespace thresh::sources_test
