#include "indexer/merge/run_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "common/store/rocks.h"
#include "indexer/run/run_format.h"
#include "indexer/segment/table_writer.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

// Two runs with the texts of pages 0 and 1, and of 2.
TEST(RunSet, ATextTooFewOrTooManyIsDamage) {
  const TempFolder folder;
  const std::vector<std::string> files = {folder.path() + "/run-0.sst",
                                          folder.path() + "/run-1.sst"};
  for (std::uint32_t run = 0, doc = 0; run < 2; ++run) {
    TableWriter table(files[run], BaseOptions());
    for (const std::uint32_t end = run == 0 ? 2 : 3; doc < end; ++doc)
      ASSERT_TRUE(table.Put(RunDocKey(kRunTexts, DocId(doc)), "text").ok());
    ASSERT_TRUE(table.Finish().ok());
  }
  const auto set = RunSet::Open(files);
  ASSERT_TRUE(set.ok()) << set.status().message();
  for (const std::uint32_t pages : {3U, 2U, 4U}) {
    std::uint32_t seen = 0;
    const Status status = set.value().ForEachText(pages, [&](DocId doc, std::string_view) {
      EXPECT_EQ(doc, DocId(seen++));
      return Status();
    });
    EXPECT_EQ(status.code(), pages == 3 ? Code::kOk : Code::kUnusable) << pages;
    EXPECT_EQ(seen, std::min(pages, 3U));
  }
}

}  // namespace
}  // namespace thresh
