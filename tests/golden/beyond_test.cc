// The extensions of bsc_wfc: leader vote and support over runs.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "indexer/detect/bsc_wfc/exact_texts.h"
#include "indexer/detect/bsc_wfc/template_decision.h"
#include "indexer/detect/detector.h"
#include "tests/golden/golden_file.h"
#include "tests/support/judged_run.h"
#include "tests/support/page_maker.h"
#include "tests/unit/indexer/detect/posting_bytes.h"

namespace thresh {
namespace {

// A cluster in which block `kTarget` has the words of a case: word i stands at offset i + 1 in the
// target, in its leader and in three blocks behind the target.
constexpr std::uint32_t kTarget = 90, kBlocks = 94;

struct VoteCluster {
  explicit VoteCluster(const nlohmann::json& each) {
    const auto leaders =
        each["leader_block_of_each_template_word"].get<std::vector<std::uint32_t>>();
    for (std::uint32_t word = 0; word < leaders.size(); ++word) {
      AddWord(word, {leaders[word], kTarget, kTarget + 1, kTarget + 2, kTarget + 3});
    }
    for (auto word = leaders.size(); word < each["distinct_words"].get<std::size_t>(); ++word) {
      AddWord(static_cast<std::uint32_t>(word), {kTarget});
    }
    for (std::uint32_t block = 0; block < kBlocks; ++block) docs.emplace_back(block);
  }
  void AddWord(std::uint32_t word, const std::vector<std::uint32_t>& in) {
    for (std::uint32_t block : in) {
      WordInBlock& pair = pairs.emplace_back();
      const RunPosting posting = offsets[word].posting();
      pair.differences = posting.bytes;
      pair.count = posting.count;
      pair.member = block & 0x7fffffffU;
      pair.opens_word = block == in[0];
    }
  }
  const std::vector<PostingBytes> offsets = [] {
    std::vector<PostingBytes> all;
    for (std::uint32_t word = 0; word < 20; ++word) all.push_back(PostingBytes({word + 1}));
    return all;
  }();
  std::vector<WordInBlock> pairs;
  std::vector<DocId> docs;
};

TEST(GoldenBeyond, LeaderVote) {
  const nlohmann::json golden = ReadGolden("beyond.json");
  for (const auto& each : golden["leader_vote"]["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const VoteCluster cluster(each);
    TemplateDecision without({}), with({.vote_blocks = 1});
    const BlockEvidence paper = without.Decide(cluster.docs, cluster.pairs)[kTarget];
    const BlockEvidence voted = with.Decide(cluster.docs, cluster.pairs)[kTarget];
    EXPECT_EQ(paper.is_template, each["twr_ok"].get<bool>());
    EXPECT_EQ(voted.is_template, each["is_template"].get<bool>());
    if (!paper.is_template) continue;
    EXPECT_EQ(voted.leader, each["mode_leader"].get<std::uint32_t>());
    EXPECT_EQ(voted.template_words, each["leader_block_of_each_template_word"].size());
  }
}

// A block of four words that no other hash has; blocks of one page stand in styles of their own.
void AddBlocks(const nlohmann::json& run,
               std::map<std::uint32_t, std::vector<std::string>>* pages) {
  for (const auto& block : run) {
    const auto hash = block["block_hash"].get<std::string>();
    std::string text;
    for (int word = 0; word < 4; ++word) text += hash + std::to_string(word) + " ";
    (*pages)[block["page"].get<std::uint32_t>()].push_back(text);
  }
}

class CarriedCase {
 public:
  explicit CarriedCase(std::initializer_list<const char*> keys) {
    DetectorConfig config;
    for (const char* key : keys) config.Set(std::string("bsc_wfc.") + key, 1);
    detector_ = FindDetector("bsc_wfc")->make(config);
  }
  void AddRun(const nlohmann::json& run) {
    std::map<std::uint32_t, std::vector<std::string>> pages;
    AddBlocks(run, &pages);
    RunTable table(1u << 20);
    for (const auto& [page, texts] : pages) {
      PageMaker maker;
      for (const std::string& text : texts)
        maker.Add("at " + std::to_string(&text - texts.data()), text);
      table.Add(maker.Make(), DocId(page), SiteId(0), {});
      texts_[page] = texts;
    }
    const auto frozen = table.Freeze();
    blocks.insert(blocks.end(), frozen->blocks().begin(), frozen->blocks().end());
    Take(StrikesOfRun(detector_.get(), *frozen));
  }
  void Conclude() { Take(detector_->Conclude()); }
  std::string HashOf(const RunBlockInfo& block) const {
    const std::string& text = texts_.at(block.doc.value)[block.block.value];
    return text.substr(0, text.find("0 "));
  }

  std::vector<RunBlockInfo> blocks;
  std::map<std::string, std::set<std::uint32_t>> removed;

 private:
  void Take(const Strikes& strikes) {
    for (const Strike& s : strikes.strikes) {
      RunBlockInfo block;
      block.doc = s.doc;
      block.block = s.block;
      removed[HashOf(block)].insert(s.doc.value);
    }
  }
  std::unique_ptr<Detector> detector_;
  std::map<std::uint32_t, std::vector<std::string>> texts_;
};

TEST(GoldenBeyond, SupportOverRuns) {
  const nlohmann::json golden = ReadGolden("beyond.json");
  for (const auto& each : golden["carry_across_runs"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    CarriedCase carried({"exact", "carry"});
    for (std::size_t run = 0; run < each["runs"].size(); ++run) {
      carried.AddRun(each["runs"][run]);
      const ExactTexts exact(carried.blocks, 5);
      std::map<std::string, std::uint32_t> support;
      std::set<std::string> templates;
      for (std::uint32_t b = 0; b < carried.blocks.size(); ++b) {
        if (carried.blocks[b].field != Field::kBody) continue;
        const std::string hash = carried.HashOf(carried.blocks[b]);
        support[hash] = exact.pages(RunBlock(b));
        if (exact.IsTemplate(RunBlock(b))) templates.insert(hash);
      }
      EXPECT_EQ(nlohmann::json(support), each["after_each_run"][run]["support_so_far"]);
      EXPECT_EQ(nlohmann::json(templates), each["after_each_run"][run]["templates_so_far"]);
    }
    carried.Conclude();
    auto expected = each["final_removed"].get<std::map<std::string, std::set<std::uint32_t>>>();
    for (const auto& [hash, page] : each["representative_page_kept"].items())
      expected[hash].insert(page.get<std::uint32_t>());  // that one is the removal's to keep
    EXPECT_EQ(carried.removed, expected);
  }
}

TEST(GoldenBeyond, SupportOfEachRun) {
  const nlohmann::json golden = ReadGolden("beyond.json");
  for (const auto& each : golden["carry_across_runs"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    for (std::size_t run = 0; run < each["runs"].size(); ++run) {
      CarriedCase alone({"exact"});
      alone.AddRun(each["runs"][run]);
      alone.Conclude();
      std::set<std::string> templates;
      for (const auto& [hash, pages] : alone.removed) templates.insert(hash);
      EXPECT_EQ(nlohmann::json(templates), each["per_run_only_templates"][run]);
    }
  }
}

}  // namespace
}  // namespace thresh
