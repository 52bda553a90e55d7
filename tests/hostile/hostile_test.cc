// No page can hurt the build (law 6). Each hostile page is digested in a process of its own. The
// process must end within 3 s of CPU and 320 MB, and all text of the page must be in the result,
// whichever reader of html goes first. The test allows three times as long, for a machine that is
// slow or busy.
// Under sanitizers time and memory are not measured, because they would be the sanitizer's.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <tuple>
#include <vector>

#include "common/base/utf8.h"
#include "indexer/page/digest.h"
#include "tests/hostile/hostile_pages.h"

namespace thresh {
namespace {

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
constexpr bool kMeasured = false;
#else
constexpr bool kMeasured = true;
#endif
constexpr double kMaxCpuSeconds = 3 * 3;
constexpr long kMaxResidentKiB = 320 * 1024;

bool Keeps(const Page& page) {
  for (const std::string_view marker : kMarkers) {
    if (page.text.find(marker) == std::string::npos) {
      std::fprintf(stderr, "%s is lost\n", std::string(marker).c_str());
      return false;
    }
  }
  std::uint32_t at = 0;
  for (const Span& span : page.spans) {
    if (span.text_begin != at || span.block.value >= page.blocks.size()) return false;
    at = span.text_end;
  }
  return at == page.text.size() && IsValidUtf8(page.text);
}

[[noreturn]] void DigestAndExit(const HostilePage& hostile, ParserChoice parser) {
  DigestOptions options;
  options.reader.parser = parser;
  auto digester = Digester::Make(options);
  RawPage raw;
  raw.url = "http://hostile.example/";
  raw.bytes = hostile.make();
  _exit(digester.ok() && Keeps((*digester)->Digest(std::move(raw))) ? 0 : 1);
}

class Hostile : public testing::TestWithParam<std::tuple<HostilePage, ParserChoice>> {};

TEST_P(Hostile, EndsInTimeAndMemoryWithItsText) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) DigestAndExit(std::get<0>(GetParam()), std::get<1>(GetParam()));
  int status = 0;
  rusage usage{};
  ASSERT_EQ(wait4(child, &status, 0, &usage), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const double seconds =
      static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
      static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  RecordProperty("cpu_ms", static_cast<int>(seconds * 1000));
  RecordProperty("resident_kib", static_cast<int>(usage.ru_maxrss));
  if (!kMeasured) return;
  EXPECT_LE(seconds, kMaxCpuSeconds);
  EXPECT_LE(usage.ru_maxrss, kMaxResidentKiB);
}

// gumbo itself is built without sanitizers.
#ifdef __SANITIZE_ADDRESS__
constexpr ParserChoice kParsers[] = {ParserChoice::kAuto};
#else
constexpr ParserChoice kParsers[] = {ParserChoice::kAuto, ParserChoice::kGumbo};
#endif

std::string NameOf(const testing::TestParamInfo<std::tuple<HostilePage, ParserChoice>>& page) {
  const bool gumbo = std::get<1>(page.param) == ParserChoice::kGumbo;
  return std::string(std::get<0>(page.param).name) + (gumbo ? "_gumbo" : "");
}

std::vector<HostilePage> AllPages() {
  std::vector<HostilePage> all;
  for (const auto table : {HostilePages(), PagesAgainstTheStraightReader(), PagesOfOddText(),
                           PagesOfOddAttributes(), PagesOfOddElements()})
    all.insert(all.end(), table.begin(), table.end());
  return all;
}

INSTANTIATE_TEST_SUITE_P(Pages, Hostile,
                         testing::Combine(testing::ValuesIn(AllPages()),
                                          testing::ValuesIn(kParsers)),
                         NameOf);

}  // namespace
}  // namespace thresh
