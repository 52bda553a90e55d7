// TemplateDecision: which blocks of one block-style cluster are template (CYL 3.2, figure 2). A
// word is a template word of a block if the blocks of its word-feature cluster stand on at least
// min_wfc pages; a block is template if at least twr of its words are.
//
// Rare words are counted first, without looking at their offsets (CYL 3.3.3). A block is decided as
// soon as one side of the threshold is certain, and the cluster is left when no block needs another
// word. The result is that of the full evaluation. Struck blocks are counted to their last word,
// because people see their score and leader. One object serves cluster after cluster.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexer/detect/bsc_wfc/word_feature_clusters.h"

namespace thresh {

struct BscWfcParameters {
  std::uint32_t min_wfc = 5;         // pages that make a word a template word
  std::uint32_t twr_permille = 800;  // template words / words that makes a block template
  std::uint32_t max_leaders = 256;   // clusters a word and block-style cluster
  bool count_tokens = false;         // a word counts as often as it occurs in the block
  // Extension; 0 switches it off. In clusters of at least this size a third of a block's template
  // words must have one leader. In a template they do. Where chance brings five signatures
  // together, every word has a leader of its own.
  std::uint32_t vote_blocks = 0;
};

// A (word, block) pair of a block-style cluster.
struct WordInBlock {
  const unsigned char* differences = nullptr;  // RunPosting::bytes
  std::uint32_t count = 0;
  std::uint32_t member : 31 = 0;     // block: index in the cluster
  std::uint32_t opens_word : 1 = 0;  // first pair of its word
};

struct BlockEvidence {
  bool is_template = false;
  std::uint32_t words = 0;           // in words or tokens, as the parameters say
  std::uint32_t template_words = 0;  // exact where is_template
  std::uint32_t leader = 0;  // member that leads most of its template words; smallest of equals
};

class TemplateDecision {
 public:
  explicit TemplateDecision(const BscWfcParameters& parameters);

  // `pages` are those of the cluster's blocks, by member; equal ones stand together. `pairs` are
  // all of the cluster, by word and then by member. The result, by member, is valid until the next
  // call.
  std::span<const BlockEvidence> Decide(std::span<const DocId> pages,
                                        std::span<const WordInBlock> pairs);
  std::size_t bytes() const;

 private:
  enum class State : std::uint8_t { kOpen, kTemplate, kContent };
  struct Tally {
    std::uint32_t words = 0, template_words = 0, other_words = 0;
    State state = State::kOpen;
  };
  struct Vote {
    std::uint32_t member, leader;
  };
  void CountRareWords(std::span<const WordInBlock> pairs);
  void CountWord(std::span<const WordInBlock> pairs);
  void Settle(Tally* tally);
  void CountVotes();
  std::uint32_t Weight(const WordInBlock& pair) const {
    return parameters_.count_tokens ? pair.count : 1;
  }

  BscWfcParameters parameters_;
  WordFeatureClusters clusters_;
  std::span<const DocId> pages_;
  std::vector<Tally> tallies_;
  std::size_t needed_ = 0;             // blocks that are not content
  std::vector<std::uint32_t> joined_;  // cluster of each pair of the current word
  std::vector<Vote> votes_;
  std::vector<BlockEvidence> evidence_;
};

}  // namespace thresh
