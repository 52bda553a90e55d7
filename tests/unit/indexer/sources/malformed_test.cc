// Each malformed input is read within its bounds, loses nothing around the damage, and says what
// was lost.
#include "tests/unit/indexer/sources/malformed.h"

#include "tests/unit/indexer/sources/support.h"

namespace thresh::sources_test {
namespace {

class MalformedInput : public testing::TestWithParam<Malformed> {};

bool Tells(const Outcome& outcome, std::string_view told) {
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    if (kCounterTable[i].name == told) return outcome.counters.at(i) > 0;
  }
  return outcome.HasMessage(told) || outcome.status.message().find(told) != std::string::npos;
}

// "\nskipped_malformed 1".
std::string Counted(const Counters& counters) {
  std::string all;
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    if (counters.at(i) > 0)
      all += "\n" + std::string(kCounterTable[i].name) + " " + std::to_string(counters.at(i));
  }
  return all;
}

TEST_P(MalformedInput, LosesNothingAroundTheDamageAndTellsIt) {
  const Malformed& input = GetParam();
  const Outcome outcome = ReadBytes(input.make());
  EXPECT_TRUE(outcome.status.ok() || outcome.status.code() == Code::kUnusable);
  std::vector<std::string> pages;
  for (const char page : input.pages) pages.push_back(std::string("http://a/") + page);
  EXPECT_EQ(outcome.Urls(), pages) << Counted(outcome.counters);
  EXPECT_TRUE(input.pages == "123" || !input.told.empty()) << "a page is lost without a word";
  EXPECT_TRUE(!input.told.empty() || !Tells(outcome, "skipped_malformed")) << "nothing is damaged";
  std::string said = outcome.status.message();
  for (const std::string& message : outcome.messages) said += "\n" + message;
  EXPECT_TRUE(input.told.empty() || Tells(outcome, input.told))
      << said << Counted(outcome.counters);
}

std::string NameOf(const testing::TestParamInfo<Malformed>& input) {
  return std::string(input.param.name);
}
std::vector<Malformed> Rows(std::span<const Malformed> table) {
  return {table.begin(), table.end()};
}

INSTANTIATE_TEST_SUITE_P(Warc, MalformedInput, testing::ValuesIn(Rows(MalformedWarcs())), NameOf);
INSTANTIATE_TEST_SUITE_P(Packed, MalformedInput, testing::ValuesIn(Rows(MalformedPackings())),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Other, MalformedInput, testing::ValuesIn(Rows(MalformedOthers())), NameOf);

}  // namespace
}  // namespace thresh::sources_test
