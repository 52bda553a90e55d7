#include "indexer/detect/bsc_wfc/template_decision.h"

#include <algorithm>
#include <numeric>

namespace thresh {
namespace {

// Calls f(pairs of one word) word by word until it returns false.
template <typename F>
void ForEachWord(std::span<const WordInBlock> pairs, F f) {
  for (std::size_t first = 0, end = 0; first < pairs.size(); first = end) {
    for (end = first + 1; end < pairs.size() && !pairs[end].opens_word;) ++end;
    if (!f(pairs.subspan(first, end - first))) return;
  }
}

struct ModeOfLeaders {
  std::uint32_t leader = 0, votes = 0;
};

// The most frequent of `leaders`, the smallest of equals. `counts` is zero by leader before and
// after.
ModeOfLeaders Mode(std::span<const std::uint32_t> leaders, std::span<std::uint32_t> counts) {
  std::uint32_t mode = 0, most = 0;
  for (std::uint32_t leader : leaders) {
    const std::uint32_t count = ++counts[leader];
    if (count > most || (count == most && leader < mode)) {
      mode = leader;
      most = count;
    }
  }
  // Only what was counted is cleared, because `counts` is as long as the cluster.
  for (std::uint32_t leader : leaders) counts[leader] = 0;
  return {mode, most};
}

}  // namespace

TemplateDecision::TemplateDecision(const BscWfcParameters& parameters)
    : parameters_(parameters), clusters_(parameters.max_leaders) {}

std::span<const BlockEvidence> TemplateDecision::Decide(std::span<const DocId> pages,
                                                        std::span<const WordInBlock> pairs) {
  pages_ = pages;
  tallies_.assign(pages.size(), Tally());
  votes_.clear();
  needed_ = pages.size();
  for (const WordInBlock& pair : pairs) tallies_[pair.member].words += Weight(pair);
  CountRareWords(pairs);
  // Rare words alone may already make a block content.
  for (Tally& tally : tallies_) Settle(&tally);
  ForEachWord(pairs, [this](std::span<const WordInBlock> word) {
    if (word.size() >= parameters_.min_wfc) CountWord(word);
    return needed_ > 0;
  });

  evidence_.assign(tallies_.size(), BlockEvidence());
  for (std::size_t member = 0; member < tallies_.size(); ++member) {
    const Tally& tally = tallies_[member];
    evidence_[member].is_template = tally.state == State::kTemplate;
    evidence_[member].words = tally.words;
    evidence_[member].template_words = tally.template_words;
  }
  CountVotes();
  return evidence_;
}

// CYL 3.3.3. Support cannot reach min_wfc where fewer blocks have the word at all: it is no
// template word in any of them, and its offsets need not be read.
void TemplateDecision::CountRareWords(std::span<const WordInBlock> pairs) {
  ForEachWord(pairs, [this](std::span<const WordInBlock> word) {
    if (word.size() >= parameters_.min_wfc) return true;
    for (const WordInBlock& pair : word) tallies_[pair.member].other_words += Weight(pair);
    return true;
  });
}

void TemplateDecision::CountWord(std::span<const WordInBlock> pairs) {
  const auto is_needed = [this](const WordInBlock& pair) {
    return tallies_[pair.member].state != State::kContent;
  };
  // Signatures are the dear part. They are not made for a word that only content has.
  if (std::none_of(pairs.begin(), pairs.end(), is_needed)) return;

  // Decided blocks take part: others may need their support.
  clusters_.Clear();
  joined_.clear();
  for (const WordInBlock& pair : pairs) {
    RunPosting posting;
    posting.count = pair.count;
    posting.bytes = pair.differences;
    joined_.push_back(
        clusters_.Add(pair.member, pages_[pair.member].value, MakeSignature(posting)));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!is_needed(pairs[i])) continue;
    Tally& tally = tallies_[pairs[i].member];
    const WordFeatureClusters::Cluster* cluster =
        joined_[i] == WordFeatureClusters::kNone ? nullptr : &clusters_.clusters()[joined_[i]];
    if (cluster != nullptr && cluster->pages >= parameters_.min_wfc) {
      tally.template_words += Weight(pairs[i]);
      votes_.push_back({pairs[i].member, cluster->leader_block});
    } else {
      tally.other_words += Weight(pairs[i]);
    }
    Settle(&tally);
  }
}

// The two thresholds are exact complements (twr and ntwr of the paper): at the last word one of
// them is passed.
void TemplateDecision::Settle(Tally* tally) {
  if (tally->state != State::kOpen) return;
  const std::uint64_t words = tally->words;
  if (1000 * std::uint64_t{tally->template_words} >= parameters_.twr_permille * words) {
    tally->state = State::kTemplate;
  } else if (1000 * std::uint64_t{tally->other_words} > (1000 - parameters_.twr_permille) * words) {
    tally->state = State::kContent;
    --needed_;
  }
}

// The leader of most template words of each struck block: votes are brought together by member,
// then counted.
void TemplateDecision::CountVotes() {
  std::vector<std::size_t> next(tallies_.size() + 1, 0);
  for (const Vote& vote : votes_) ++next[vote.member + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> leaders(votes_.size());
  for (const Vote& vote : votes_) leaders[next[vote.member]++] = vote.leader;

  const bool asked = parameters_.vote_blocks > 0 && tallies_.size() >= parameters_.vote_blocks;
  std::vector<std::uint32_t> counts(tallies_.size(), 0);  // by leader, zero between members
  std::size_t first = 0;
  for (std::size_t member = 0; member < tallies_.size(); ++member) {
    const auto votes = std::span(leaders).subspan(first, next[member] - first);
    first = next[member];
    if (!evidence_[member].is_template) continue;
    const ModeOfLeaders mode = Mode(votes, counts);
    evidence_[member].leader = mode.leader;
    // A third, in integers (docs/DECISIONS.md, "Leader vote").
    evidence_[member].is_template = !asked || 3 * std::size_t{mode.votes} >= votes.size();
  }
}

std::size_t TemplateDecision::bytes() const {
  return tallies_.capacity() * sizeof(Tally) + joined_.capacity() * sizeof(std::uint32_t) +
         votes_.capacity() * sizeof(Vote) + evidence_.capacity() * sizeof(BlockEvidence);
}

}  // namespace thresh
