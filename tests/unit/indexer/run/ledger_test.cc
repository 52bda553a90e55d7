#include "indexer/run/ledger.h"

#include <gtest/gtest.h>

#include "common/base/files.h"
#include "tests/support/temp_folder.h"

namespace thresh {
namespace {

class LedgerTest : public ::testing::Test {
 protected:
  FileEntry Put(const std::string& name, const std::string& bytes) {
    EXPECT_TRUE(WriteFileDurably(work() + "/" + name, bytes).ok());
    return {name, bytes.size(), HashBytes(bytes)};
  }
  Ledger ThreeRuns() {
    Ledger ledger;
    ledger.build_id = "build-1";
    for (std::uint32_t i = 1; i <= 3; ++i) {
      LedgerRun& run = ledger.runs.emplace_back();
      run.file = Put("run-" + std::to_string(i), "rows of run " + std::to_string(i));
      run.docs = 10 * i;
      run.next_sequence = 60 * i;
      run.input_chain = HashBytes("chain " + std::to_string(i));
      run.counters[Counter::kIndexed] = i;
      run.counters[Counter::kSubstitutions] = 1ULL << 40;
    }
    return ledger;
  }
  std::optional<Ledger> Load(const std::string& build = "build-1") {
    return Ledger::Load(work(), build).value();
  }
  const std::string& work() const { return folder_.path(); }

  TempFolder folder_;
};

TEST_F(LedgerTest, SurvivesSaveAndLoad) {
  const Ledger ledger = ThreeRuns();
  ASSERT_TRUE(ledger.Save(work()).ok());
  const std::optional<Ledger> loaded = Load();
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->Encode(), ledger.Encode());
  ASSERT_EQ(loaded->runs.size(), 3u);
  EXPECT_EQ(loaded->runs[2].docs, 30u);
  EXPECT_EQ(loaded->runs[2].next_sequence, 180u);
  EXPECT_EQ(loaded->runs[2].input_chain, HashBytes("chain 3"));
  EXPECT_EQ(loaded->runs[2].counters, ledger.runs[2].counters);
}

TEST_F(LedgerTest, NothingThereAndAnotherBuildStartAfresh) {
  EXPECT_FALSE(Load().has_value());
  ASSERT_TRUE(ThreeRuns().Save(work()).ok());
  EXPECT_FALSE(Load("build-2").has_value());
  EXPECT_TRUE(FileExists(work() + "/run-1"));  // it is not for Load to throw another build away
}

TEST_F(LedgerTest, AnyFlippedBitAndAnyCutIsRefused) {
  const std::string text = ThreeRuns().Encode();
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string flipped = text;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
    EXPECT_FALSE(Ledger::Decode(flipped, "ledger").ok()) << at;
    EXPECT_FALSE(Ledger::Decode(text.substr(0, at), "ledger").ok()) << at;
  }
  ASSERT_TRUE(WriteFileDurably(work() + "/ledger", text.substr(0, 40)).ok());
  EXPECT_FALSE(Load().has_value());
}

TEST_F(LedgerTest, NoNameLeadsOutOfTheFolder) {
  Ledger ledger = ThreeRuns();
  for (const std::string name : {"../run", "a/b", "", "..", ".hidden"}) {
    ledger.runs[1].file.path = name;
    EXPECT_FALSE(Ledger::Decode(ledger.Encode(), "ledger").ok()) << name;
  }
}

TEST_F(LedgerTest, RunsFromTheFirstBadOneOnAreDropped) {
  ASSERT_TRUE(ThreeRuns().Save(work()).ok());
  // The same size as run 2, and other bytes.
  ASSERT_TRUE(WriteFileDurably(work() + "/run-2", "rows of run x").ok());
  const std::optional<Ledger> loaded = Load();
  ASSERT_TRUE(loaded.has_value());
  ASSERT_EQ(loaded->runs.size(), 1u);
  EXPECT_FALSE(FileExists(work() + "/run-3"));
  ASSERT_TRUE(ThreeRuns().Save(work()).ok());
  ASSERT_TRUE(RemoveTree(work() + "/run-1").ok());
  EXPECT_TRUE(Load()->runs.empty());
}

TEST_F(LedgerTest, StraysGoAndNamedFilesStay) {
  ASSERT_TRUE(ThreeRuns().Save(work()).ok());
  ASSERT_TRUE(MakeDirectory(work() + "/segment/half").ok());
  Put("run-4", "half a run");
  Put("ledger.tmp", "half a ledger");
  ASSERT_EQ(Load()->runs.size(), 3u);
  const std::vector<std::string> expected = {"ledger", "run-1", "run-2", "run-3"};
  EXPECT_EQ(ListDirectory(work()).value(), expected);
}

}  // namespace
}  // namespace thresh
