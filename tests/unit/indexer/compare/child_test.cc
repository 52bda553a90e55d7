#include "indexer/compare/child.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "common/base/files.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

// Runs this program again: only its list of tests, or the test below.
Result<ChildResult> RunTests(const std::string& flag, const std::string& output) {
  return RunSelf({"unit_compare", flag}, output);
}

TEST(ChildDeathTest, EndsByASignalWhereItIsAskedTo) {
  if (std::getenv("THRESH_TEST_SIGNAL") != nullptr) std::raise(SIGKILL);
}

TEST(RunSelf, TellsHowTheChildEnded) {
  const TempFolder folder;
  Result<ChildResult> listed = RunTests("--gtest_list_tests", folder / "out");
  ASSERT_TRUE(listed.ok()) << listed.status().message();
  EXPECT_EQ(listed->exit_code, 0);
  EXPECT_GT(listed->peak_bytes, std::uint64_t{1} << 20);
  EXPECT_NE(ReadFile(folder / "out").value().find("RunSelf."), std::string::npos);

  ::setenv("THRESH_TEST_SIGNAL", "1", 1);
  const Result<ChildResult> killed = RunTests("--gtest_filter=ChildDeathTest.*", folder / "out");
  ::unsetenv("THRESH_TEST_SIGNAL");
  EXPECT_EQ(killed.status().code(), Code::kBug);
  EXPECT_NE(killed.status().message().find("signal 9"), std::string::npos);
}

}  // namespace
}  // namespace thresh
