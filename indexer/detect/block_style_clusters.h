// BlockStyleClusters: the blocks of a run that have the same site, layout style and position (Chen et al.
// 2006, 3.1; docs/DESIGN.md). Equality makes single-pass clustering a hash lookup.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexer/run/run.h"

namespace thresh {

class BlockStyleClusters {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  // Takes the body blocks with words of pages that are no duplicates; clusters of fewer than `min_blocks` are
  // left out. Clusters are numbered by their first block, members ascend.
  BlockStyleClusters(std::span<const RunBlockInfo> blocks, std::uint32_t min_blocks);

  std::size_t size() const { return first_.size() - 1; }
  std::span<const RunBlock> members(std::size_t cluster) const {
    return std::span(members_).subspan(first_[cluster], first_[cluster + 1] - first_[cluster]);
  }

  struct Place {
    std::uint32_t cluster = kNone;  // kNone: in no cluster
    std::uint32_t member = 0;       // index in members(cluster)
  };
  Place place(RunBlock block) const { return places_[block.value]; }
  std::size_t bytes() const;

 private:
  std::vector<std::uint32_t> first_;  // in members_, by cluster; one more at the end
  std::vector<RunBlock> members_;
  std::vector<Place> places_;  // by RunBlock
};

}  // namespace thresh
