// BlockStyleClusters: the blocks of a run that have the same site, layout style and position (CYL
// 3.1, figure 1; docs/DECISIONS.md). Styles are equal or not, so the paper's single-pass clustering
// is a hash lookup. Made once for an evaluation, constant afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexer/run/run.h"

namespace thresh {

// A body block with words, of a page that is no duplicate: only these are judged.
bool TakesPart(const RunBlockInfo& block);

class BlockStyleClusters {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Options {
    std::uint32_t min_blocks = 5;  // smaller clusters are left out
    // Blocks whose cluster is left out get a second try: together with those of the same
    // Hash128::high of their style. Such clusters may hold several blocks of one page.
    bool second_try = false;
    std::vector<bool> left_out;  // by RunBlock: takes no part; empty: all do
  };

  // Clusters are numbered by their first block, those of the second try after the others; members
  // ascend.
  BlockStyleClusters(std::span<const RunBlockInfo> blocks, const Options& options);

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
  void Number(std::span<const RunBlockInfo> blocks, const Options& options);
  void Collect(std::uint32_t min_blocks);

  std::vector<std::uint32_t> sizes_;  // by number of the style, while the object is made
  std::vector<std::uint32_t> first_;  // in members_, by cluster; one more at the end
  std::vector<RunBlock> members_;
  std::vector<Place> places_;  // by RunBlock
};

}  // namespace thresh
