#include <gtest/gtest.h>

#include "indexer/run/run.h"
#include "indexer/run/run_logs.h"
#include "indexer/run/run_reader.h"
#include "indexer/run/run_writer.h"
#include "tests/support/page_maker.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

class RunFiles : public ::testing::Test {
 protected:
  // A run of a page of each site from `first` on, with this log.
  std::string Write(std::uint32_t first, std::uint32_t pages, const std::vector<LogPart>& log) {
    RunTable table(64u << 20);
    for (std::uint32_t p = first; p < first + pages; ++p) {
      PageMaker maker("http://example.com/" + std::to_string(p));
      maker.Words(maker.AddBlock("style"), "some words");
      table.Add(maker.Make(), DocId(p), SiteId(p), std::nullopt);
    }
    const std::string file = folder_ / ("run-" + std::to_string(first));
    RunWriter writer(file);
    EXPECT_TRUE(writer.Put(*table.Freeze()).ok());
    EXPECT_TRUE(writer.Finish({}, log).ok());
    return file;
  }

  TempFolder folder_;
};

TEST_F(RunFiles, LogsOfASiteComeInTheOrderOfTheRuns) {
  const std::vector<std::string> files = {
      Write(0, 2, {{SiteId(0), "zero"}, {SiteId(1), "one"}, {SiteId(1), "and one"}}),
      Write(2, 2, {{SiteId(1), "more of one"}, {SiteId(3), "three"}})};
  Result<RunLogs> logs = RunLogs::Open(files);
  ASSERT_TRUE(logs.ok()) << logs.status().message();
  const auto read = [&](std::uint32_t site) {
    std::vector<std::string> parts;
    for (std::string part; logs->Next(SiteId(site), &part).value();) parts.push_back(part);
    return parts;
  };
  EXPECT_EQ(read(0), std::vector<std::string>{"zero"});
  EXPECT_EQ(read(1), (std::vector<std::string>{"one", "and one", "more of one"}));
  logs->Rewind(SiteId(1));
  EXPECT_EQ(read(1), (std::vector<std::string>{"one", "and one", "more of one"}));
  EXPECT_EQ(read(2), std::vector<std::string>{});
  EXPECT_EQ(read(3), std::vector<std::string>{"three"});
}

TEST_F(RunFiles, PagesAreReadBackInTheirOrder) {
  const std::string file = Write(5, 3, {});
  std::vector<std::string> urls;
  const Status read =
      ForEachRunDoc(file, [&](const RunDocRecord& record) { urls.push_back(record.doc.url); });
  EXPECT_TRUE(read.ok()) << read.message();
  EXPECT_EQ(urls, (std::vector<std::string>{"http://example.com/5", "http://example.com/6",
                                            "http://example.com/7"}));
}

}  // namespace
}  // namespace thresh
