// The (word, block) pairs of block-style clusters, in the order that TemplateDecision wants: by
// word, then by block (CYL 3.2). There is one class for each place where words may lie: the table
// of a run, and the log of all runs.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "indexer/detect/bsc_wfc/block_log.h"
#include "indexer/detect/bsc_wfc/block_style_clusters.h"
#include "indexer/detect/bsc_wfc/template_decision.h"

namespace thresh {

// All clusters of a run at once: the paper scans the hash table word by word, this order gives the
// same verdicts from memory that lies together.
class RunClusterWords {
 public:
  RunClusterWords(const Run& run, const BlockStyleClusters& clusters);
  std::span<const WordInBlock> Of(std::size_t cluster) const {
    return {&pairs_[first_[cluster]], first_[cluster + 1] - first_[cluster]};
  }
  std::size_t bytes() const { return first_.back() * sizeof(WordInBlock); }

 private:
  std::vector<std::size_t> first_;  // by cluster; one more at the end
  std::unique_ptr<WordInBlock[]> pairs_;
};

// One cluster of a log after the other.
class LogClusterWords {
 public:
  LogClusterWords(const BlockLog& log, const BlockStyleClusters& clusters)
      : log_(log), clusters_(clusters) {}
  std::span<const WordInBlock> Of(std::size_t cluster);  // valid until the next call
  std::size_t bytes() const {
    return order_.capacity() * sizeof(Place) +
           (found_.capacity() + pairs_.capacity()) * sizeof(WordInBlock);
  }

 private:
  struct Place {
    std::uint64_t term;
    std::size_t found;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  const BlockLog& log_;
  const BlockStyleClusters& clusters_;
  std::vector<WordInBlock> found_;  // block by block
  std::vector<Place> order_;
  std::vector<WordInBlock> pairs_;
};

}  // namespace thresh
