#include "indexer/build/pipeline.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/base/files.h"

namespace thresh {
namespace {

namespace fs = std::filesystem;

// Writes down what it is asked, strikes the first block of every page, and logs how many pages a
// run has.
class Recorder : public SiteJudge {
 public:
  void Observe(const Page& page, const Arrival& arrival) override {
    events.push_back("page " + std::to_string(arrival.doc.value) + " " + page.docno);
    ++pages_;
    if (stop == nullptr || pages_ != stop_at) return;
    *stop = true;
    std::this_thread::sleep_for(
        std::chrono::seconds(1));  // the pipeline looks at the flag ten times a second
  }
  Strikes EndOfRun(const Run& run) override {
    events.push_back("run " + std::to_string(run.docs().size()));
    Strikes strikes;
    strikes.templates.push_back(
        {SiteId(0),
         {1, 2},
         {"incremental.segments",
          {RuleField::Count(5), RuleField::Share(0.7), RuleField::Text("first block")}}});
    for (const RunDocInfo& doc : run.docs())
      strikes.strikes.push_back({doc.doc, BlockNo(0), TemplateId(0), 100});
    in_run_ = std::to_string(run.docs().size());
    return strikes;
  }
  std::vector<LogPart> TakeLog() override { return {{SiteId(0), in_run_}}; }
  Status Judge(SiteId site, const NextPart& next, const PageOrder&, const TakeStrikes&) override {
    std::string pages;
    for (std::string part; next(&part).value();) pages += " " + part;
    events.push_back("site " + std::to_string(site.value) + pages);
    return {};
  }
  Strikes Conclude() override {
    events.push_back("end");
    return {};
  }
  std::size_t bytes() const override { return 0; }

  std::vector<std::string> events;
  std::atomic<bool>* stop = nullptr;
  std::size_t stop_at = 0;

 private:
  std::size_t pages_ = 0;
  std::string in_run_;
};

class PipelineTest : public ::testing::Test {
 protected:
  static constexpr int kPages = 60;

  void SetUp() override {
    root_ = fs::path(::testing::TempDir()) / ("pipeline_" + std::string(Name()));
    fs::remove_all(root_);
    fs::create_directories(root_ / "site");
    for (int i = 0; i < kPages; ++i) WritePage(i, "");
  }
  void TearDown() override { fs::remove_all(root_); }

  static const char* Name() {
    return ::testing::UnitTest::GetInstance()->current_test_info()->name();
  }

  void WritePage(int i, const std::string& extra) {
    const std::string number = std::to_string(1000 + i);
    std::ofstream out(root_ / "site" / ("page" + number + ".html"));
    out << "<!DOCTYPE html><title>Page " << number << "</title><body><ul><li>home<li>news</ul><p>"
        << extra;
    for (int w = 0; w < 200; ++w) out << " word" << (i * 131 + w * 7) % 4001;
  }

  PipelineOptions Options(const std::string& work, unsigned threads) {
    PipelineOptions options;
    options.input.crawls = {(root_ / "site").string()};
    options.threads = threads;
    options.run_bytes = 256 << 10;
    options.work = (root_ / work).string();
    fs::create_directories(options.work);
    return options;
  }

  static PipelineResult Go(const PipelineOptions& options, Recorder& recorder, Ledger* ledger,
                           std::atomic<bool>* stop = nullptr) {
    const std::atomic<bool> never{false};
    Result<PipelineResult> result =
        RunPipeline(options, recorder, ledger, stop != nullptr ? *stop : never, {});
    EXPECT_TRUE(result.ok()) << result.status().message();
    return result.ok() ? *result : PipelineResult();
  }

  static std::vector<Hash128> RunHashes(const Ledger& ledger) {
    std::vector<Hash128> chains;
    for (const LedgerRun& run : ledger.runs) chains.push_back(run.input_chain);
    return chains;
  }

  fs::path root_;
};

TEST_F(PipelineTest, ADetectorSeesPagesAndRunsInOrderWhateverTheThreads) {
  std::vector<std::string> expected;
  for (const unsigned threads : {1U, 2U, 4U}) {
    Recorder recorder;
    Ledger ledger;
    const PipelineResult result =
        Go(Options("work" + std::to_string(threads), threads), recorder, &ledger);
    EXPECT_EQ(result.counters[Counter::kIndexed], static_cast<std::uint64_t>(kPages));
    EXPECT_GT(ledger.runs.size(), 2U) << "the run memory of this test is meant to cut several runs";
    EXPECT_EQ(recorder.events.back(), "end");
    if (expected.empty()) expected = recorder.events;
    EXPECT_EQ(recorder.events, expected);
  }
  std::size_t page = 0;
  for (const std::string& event : expected) {
    if (!event.starts_with("page ")) continue;
    EXPECT_EQ(event,
              "page " + std::to_string(page) + " page" + std::to_string(1000 + page) + ".html");
    ++page;
  }
  EXPECT_EQ(page, static_cast<std::size_t>(kPages));
}

TEST_F(PipelineTest, WithoutOverlapTheRunsAreTheSame) {
  PipelineOptions options = Options("on", 2);
  Recorder on, off;
  Ledger ledger_on, ledger_off;
  Go(options, on, &ledger_on);
  options = Options("off", 2);
  options.detect_overlap = false;
  Go(options, off, &ledger_off);
  EXPECT_EQ(on.events, off.events);
  EXPECT_EQ(RunHashes(ledger_on), RunHashes(ledger_off));
}

TEST_F(PipelineTest, AStoppedBuildGoesOnWhereItsLastRunEnded) {
  Recorder whole;
  Ledger expected;
  Go(Options("whole", 2), whole, &expected);

  const PipelineOptions options = Options("stopped", 2);
  std::atomic<bool> stop{false};
  Recorder first;
  first.stop = &stop;
  first.stop_at = kPages / 2;
  Ledger ledger;
  ledger.build_id = "id";
  const PipelineResult stopped = Go(options, first, &ledger, &stop);
  ASSERT_TRUE(stopped.interrupted);
  ASSERT_LT(ledger.runs.size(), expected.runs.size());

  Result<std::optional<Ledger>> loaded = Ledger::Load(options.work, "id");
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  Ledger resumed = loaded->value_or(Ledger());
  EXPECT_EQ(resumed.runs.size(), ledger.runs.size());
  Recorder second;
  const PipelineResult result = Go(options, second, &resumed);
  EXPECT_EQ(RunHashes(resumed), RunHashes(expected));
  EXPECT_EQ(result.counters[Counter::kIndexed], static_cast<std::uint64_t>(kPages));
  ASSERT_GE(second.events.size(), 2U);
  EXPECT_EQ(second.events[second.events.size() - 2], whole.events[whole.events.size() - 2])
      << "the logs of all runs were read";
}

TEST_F(PipelineTest, AChangedInputIsNoticed) {
  const PipelineOptions options = Options("work", 1);
  Recorder recorder;
  Ledger ledger;
  Go(options, recorder, &ledger);
  WritePage(0, "changed");
  Recorder again;
  EXPECT_TRUE(Go(options, again, &ledger).input_changed);
}

TEST_F(PipelineTest, AnInputThatIsMissingEndsEveryStage) {
  PipelineOptions options = Options("work", 2);
  options.input.crawls.push_back((root_ / "nowhere").string());
  Recorder recorder;
  Ledger ledger;
  const std::atomic<bool> never{false};
  const Result<PipelineResult> result = RunPipeline(options, recorder, &ledger, never, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.status().code(), Code::kMissing);
  EXPECT_NE(result.status().message().find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace thresh
