#include "indexer/page/html_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "indexer/page/html/cpu_alarm.h"

namespace thresh {
namespace {

constexpr std::string_view kPlain = "<p>a", kTemplate = "<template>a</template>b";

Counters ReadAll(const ReaderOptions& options, std::initializer_list<std::string_view> pages) {
  HtmlReader reader(ParseLimits(), options);
  Counters counters;
  std::uint64_t number = 0;
  for (const std::string_view page : pages) {
    HtmlTree tree;
    EXPECT_EQ(reader.Read(page, number++, &tree, &counters), ParseOutcome::kParsed);
    EXPECT_FALSE(tree.nodes.empty());
  }
  return counters;
}

TEST(HtmlReader, CountsWhoReadAndWhy) {
  const Counters counters =
      ReadAll({}, {kPlain, kTemplate, "<frameset>", kPlain, "<math>", "<image>"});
  EXPECT_EQ(counters[Counter::kParsedStraight], 2u);
  EXPECT_EQ(counters[Counter::kParsedGumbo], 4u);
  EXPECT_EQ(counters[Counter::kGumboTemplate], 1u);
  EXPECT_EQ(counters[Counter::kGumboFrames], 1u);
  EXPECT_EQ(counters[Counter::kGumboForeign], 1u);
  EXPECT_EQ(counters[Counter::kGumboRareTag], 1u);
  EXPECT_EQ(counters[Counter::kParserChecked], 0u);
}

TEST(HtmlReader, GumboAloneIsNoGivingUp) {
  const Counters counters = ReadAll({ParserChoice::kGumbo, 1}, {kPlain, kTemplate});
  EXPECT_EQ(counters[Counter::kParsedStraight], 0u);
  EXPECT_EQ(counters[Counter::kParsedGumbo], 2u);
  EXPECT_EQ(counters[Counter::kGumboTemplate], 0u);
  EXPECT_EQ(counters[Counter::kParserChecked], 0u);
}

TEST(HtmlReader, ChecksEveryNthPageByItsNumber) {
  const auto pages = {kPlain, kPlain, kTemplate, kPlain, kPlain, kPlain, kPlain};
  const Counters all = ReadAll({ParserChoice::kAuto, 1}, pages);
  EXPECT_EQ(all[Counter::kParserChecked], 6u);
  EXPECT_EQ(all[Counter::kParsedStraight], 6u);
  EXPECT_EQ(ReadAll({ParserChoice::kAuto, 2}, pages)[Counter::kParserChecked], 3u);
  EXPECT_EQ(ReadAll({ParserChoice::kAuto, 5}, pages)[Counter::kParserChecked], 2u);
  EXPECT_EQ(all[Counter::kParserDiffers], 0u);
}

TEST(HtmlReader, BudgetsHoldForBothReaders) {
  ASSERT_TRUE(CpuAlarm::Probe().ok());
  std::string bomb;
  for (int i = 0; i < 2000; ++i) bomb += "<font a" + std::to_string(i) + "><p>";
  ParseLimits bytes, memory, time;
  bytes.html_bytes = 3;
  memory.memory_bytes = 8u << 20;
  memory.cpu_ms = 1'000'000;
  time.cpu_ms = 0;
  for (const ParserChoice parser : {ParserChoice::kAuto, ParserChoice::kGumbo}) {
    HtmlTree tree;
    Counters counters;
    HtmlReader narrow(bytes, {parser, 0}), small(memory, {parser, 0}), slow(time, {parser, 0});
    EXPECT_EQ(narrow.Read("<p>a", 0, &tree, &counters), ParseOutcome::kOverBytes);
    EXPECT_EQ(counters, Counters());
    EXPECT_EQ(small.Read(bomb, 0, &tree, &counters), ParseOutcome::kOverMemory);
    EXPECT_EQ(slow.Read(bomb, 0, &tree, &counters), ParseOutcome::kOverTime);
    EXPECT_EQ(counters[Counter::kParsedGumbo], 0u);
    EXPECT_EQ(counters[Counter::kGumboEffort], parser == ParserChoice::kAuto ? 2u : 0u);
    EXPECT_EQ(narrow.Read("<p>", 0, &tree, &counters), ParseOutcome::kParsed);
  }
}

// The straight reader keeps nothing of a page that it gave up.
TEST(HtmlReader, AReaderReadsAgain) {
  HtmlReader reader(ParseLimits(), {ParserChoice::kAuto, 1});
  HtmlTree tree;
  Counters counters;
  for (const std::string_view page :
       {"<table><b>a<form><template>", "<p>a", "<b><pre>&am", "<select><math>", "\n<p>b</form>c"})
    EXPECT_EQ(reader.Read(page, 0, &tree, &counters), ParseOutcome::kParsed);
  EXPECT_EQ(counters[Counter::kParserDiffers], 0u);
  EXPECT_EQ(counters[Counter::kParserChecked], 4u);
  EXPECT_EQ(counters[Counter::kParsedGumbo], 1u);
}

}  // namespace
}  // namespace thresh
