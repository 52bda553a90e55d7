// The method as printed, with the gaps filled as docs/DESIGN.md says (Chen, Ye, Li, SAC 2006). Support is
// counted in the run at hand and nothing is carried over.
#include <algorithm>
#include <cmath>
#include <map>

#include "indexer/detect/block_style_clusters.h"
#include "indexer/detect/methods.h"
#include "indexer/detect/template_decision.h"

namespace thresh {
namespace {

// The run's (word, block) pairs cluster by cluster, in each by word and block: the paper scans the hash table
// word by word, this order gives the same verdicts from memory that lies together.
class ClusterPairs {
 public:
  ClusterPairs(const Run& run, const BlockStyleClusters& clusters);
  std::span<const WordInBlock> of(std::size_t cluster) const {
    return {&pairs_[first_[cluster]], first_[cluster + 1] - first_[cluster]};
  }
  std::size_t bytes() const { return first_.back() * sizeof(WordInBlock); }

 private:
  std::vector<std::size_t> first_;  // by cluster; one more at the end
  std::unique_ptr<WordInBlock[]> pairs_;
};

ClusterPairs::ClusterPairs(const Run& run, const BlockStyleClusters& clusters)
    : first_(clusters.size() + 1, 0) {
  // A block has as many pairs as distinct words: the sizes are known before the lists are read.
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    first_[c + 1] = first_[c];
    for (RunBlock block : clusters.members(c)) first_[c + 1] += run.blocks()[block.value].distinct;
  }
  pairs_ = std::make_unique_for_overwrite<WordInBlock[]>(first_.back());

  struct Cursor {
    std::size_t next;
    std::uint32_t last_term = 0xffffffff;
  };
  std::vector<Cursor> cursors;
  for (std::size_t c = 0; c < clusters.size(); ++c) cursors.push_back({first_[c]});
  for (std::uint32_t term = 0; term < run.terms(); ++term) {
    run.ForEachPosting(TermId(term), [&](const RunPosting& posting) {
      const BlockStyleClusters::Place place = clusters.place(posting.block);
      if (place.cluster == BlockStyleClusters::kNone) return;
      Cursor& cursor = cursors[place.cluster];
      WordInBlock& pair = pairs_[cursor.next++];
      pair.differences = posting.bytes;
      pair.count = posting.count;
      pair.member = place.member & 0x7fffffffU;
      pair.opens_word = cursor.last_term != term;
      cursor.last_term = term;
    });
  }
}

class BscWfc final : public Detector {
 public:
  explicit BscWfc(const BscWfcParameters& parameters) : parameters_(parameters) {}
  void Observe(const Page&, DocId) override {}
  Strikes Judge(const Run& run) override;
  LateStrikes Conclude() override { return {}; }
  std::size_t bytes() const override { return sizeof(*this) + judge_bytes_; }

 private:
  BscWfcParameters parameters_;
  std::size_t judge_bytes_ = 0;  // most that judging a run has needed
};

// What becomes of the evidence on one run.
class StrikeList {
 public:
  StrikeList(const Run& run, std::uint32_t min_wfc)
      : run_(run),
        min_wfc_(min_wfc),
        template_of_(run.blocks().size(), kNone),
        score_(run.blocks().size(), 0) {}

  void AddCluster(std::span<const RunBlock> members, std::span<const BlockEvidence> evidence);
  Strikes Finish();
  std::size_t bytes() const { return template_of_.size() * (sizeof(std::uint32_t) + sizeof(std::uint8_t)); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  Hash128 Key(RunBlock leader) const;

  const Run& run_;
  std::uint32_t min_wfc_;
  Strikes strikes_;
  std::vector<std::uint32_t> template_of_;  // by RunBlock, so that strikes come out in order
  std::vector<std::uint8_t> score_;
};

// The same on every run that has the template: the style of its block and the text of the leader.
Hash128 StrikeList::Key(RunBlock leader) const {
  const RunBlockInfo& info = run_.blocks()[leader.value];
  Hasher128 hasher;
  for (const Hash128& hash : {info.style, info.text_hash}) {
    hasher.Number(hash.high);
    hasher.Number(hash.low);
  }
  return hasher.Finish();
}

std::string Rule(std::size_t blocks, const BlockEvidence& evidence, std::uint32_t min_wfc) {
  return "block style cluster of " + std::to_string(blocks) + " blocks; " +
         std::to_string(evidence.template_words) + " of " + std::to_string(evidence.words) +
         " words in word feature clusters of >= " + std::to_string(min_wfc) + " blocks";
}

void StrikeList::AddCluster(std::span<const RunBlock> members, std::span<const BlockEvidence> evidence) {
  std::map<Hash128, std::uint32_t> by_key;
  std::vector<std::uint32_t> by_leader(members.size(), kNone);
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (!evidence[m].is_template) continue;
    const RunBlock block = members[m];
    std::uint32_t& found = by_leader[evidence[m].leader];
    if (found == kNone) {
      const auto next = static_cast<std::uint32_t>(strikes_.templates.size());
      const auto [entry, is_new] = by_key.emplace(Key(members[evidence[m].leader]), next);
      found = entry->second;
      if (is_new) {
        strikes_.templates.push_back(
            {run_.blocks()[block.value].site, entry->first, Rule(members.size(), evidence[m], min_wfc_)});
      }
    }
    template_of_[block.value] = found;
    score_[block.value] =
        static_cast<std::uint8_t>(std::uint64_t{evidence[m].template_words} * 100 / evidence[m].words);
  }
}

Strikes StrikeList::Finish() {
  for (std::size_t b = 0; b < template_of_.size(); ++b) {
    if (template_of_[b] == kNone) continue;
    const RunBlockInfo& info = run_.blocks()[b];
    strikes_.strikes.push_back({info.doc, info.block, TemplateId(template_of_[b]), score_[b]});
  }
  return std::move(strikes_);
}

Strikes BscWfc::Judge(const Run& run) {
  const BlockStyleClusters clusters(run.blocks(), parameters_.min_wfc);
  const ClusterPairs pairs(run, clusters);
  TemplateDecision decision(parameters_);
  StrikeList strikes(run, parameters_.min_wfc);
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    strikes.AddCluster(clusters.members(c), decision.Decide(clusters.members(c).size(), pairs.of(c)));
  }
  judge_bytes_ =
      std::max(judge_bytes_, clusters.bytes() + pairs.bytes() + decision.bytes() + strikes.bytes());
  return strikes.Finish();
}

}  // namespace

std::unique_ptr<Detector> MakeBscWfc(const DetectorConfig& config) {
  const auto whole = [&](std::string_view key, std::uint32_t otherwise, double least, double most) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(config.Get(key, otherwise), least, most)));
  };
  BscWfcParameters parameters;
  parameters.min_wfc = whole("bsc_wfc.min_wfc", parameters.min_wfc, 1, 1e9);
  parameters.max_leaders = whole("bsc_wfc.max_leaders", parameters.max_leaders, 1, 1e6);
  parameters.twr_permille =
      static_cast<std::uint32_t>(std::lround(std::clamp(config.Get("bsc_wfc.twr", 0.8), 0.0, 1.0) * 1000));
  parameters.count_tokens = config.Get("bsc_wfc.twr_unit", 0) != 0;
  return std::make_unique<BscWfc>(parameters);
}

}  // namespace thresh
