// WordFeatureClusters: the blocks of one block-style cluster that contain one word, clustered by
// the word's signature in one pass (CYL 3.2, figure 2). A block joins the first cluster whose
// leader is similar, else it leads a new one. Leaders never change. One object serves word after
// word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexer/detect/bsc_wfc/signature.h"

namespace thresh {

class WordFeatureClusters {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Cluster {
    Signature leader;
    std::uint32_t leader_block = 0;
    std::uint32_t pages = 0;  // that its blocks stand on
    std::uint32_t last_page = 0;
  };

  // At most `max_leaders` clusters a word: without a cap a common word costs blocks x clusters.
  explicit WordFeatureClusters(std::uint32_t max_leaders);

  void Clear();  // next word
  // Blocks come in ascending order, page by page. Returns the block's cluster, or kNone if none is
  // similar and none may open.
  std::uint32_t Add(std::uint32_t block, std::uint32_t page, const Signature& signature);
  std::span<const Cluster> clusters() const { return clusters_; }

 private:
  std::uint32_t AddExact(std::uint32_t block, std::uint32_t page, const Signature& signature);
  std::uint32_t Join(std::uint32_t cluster, std::uint32_t page);
  std::uint32_t Open(std::uint32_t block, std::uint32_t page, const Signature& signature);
  std::size_t ExactSlot(const Signature& signature) const;

  std::uint32_t max_leaders_;
  std::vector<Cluster> clusters_;
  std::vector<std::uint32_t>
      wide_;  // clusters whose leader has more than kExactOnes bits, in order
  std::vector<std::uint32_t> exact_;  // hash table of the others by signature; kNone is free
  std::vector<std::size_t> used_;     // slots of exact_ to free
};

}  // namespace thresh
