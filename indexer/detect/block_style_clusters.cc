#include "indexer/detect/block_style_clusters.h"

#include <bit>

#include "common/hash.h"

namespace thresh {
namespace {

// Gives every distinct (site, style) of the blocks put into it a number, from 0.
class StyleNumbers {
 public:
  explicit StyleNumbers(std::span<const RunBlockInfo> blocks)
      : blocks_(blocks), slots_(std::bit_ceil(2 * blocks.size() + 1), 0) {}

  std::uint32_t Number(std::uint32_t block) {
    const RunBlockInfo& info = blocks_[block];
    std::size_t slot = Mix64(info.style.low ^ info.site.value) & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      const RunBlockInfo& other = blocks_[first_[slots_[slot] - 1]];
      if (other.style == info.style && other.site == info.site) return slots_[slot] - 1;
    }
    first_.push_back(block);
    slots_[slot] = static_cast<std::uint32_t>(first_.size());
    return slots_[slot] - 1;
  }
  std::size_t size() const { return first_.size(); }

 private:
  std::span<const RunBlockInfo> blocks_;
  std::vector<std::uint32_t> slots_;  // open addressing; number + 1, 0 is free
  std::vector<std::uint32_t> first_;  // first block, by number
};

bool TakesPart(const RunBlockInfo& block) {
  return block.field == Field::kBody && !block.duplicate && block.distinct > 0;
}

}  // namespace

BlockStyleClusters::BlockStyleClusters(std::span<const RunBlockInfo> blocks, std::uint32_t min_blocks)
    : places_(blocks.size()) {
  StyleNumbers styles(blocks);
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    if (!TakesPart(blocks[b])) continue;
    const std::uint32_t style = styles.Number(b);
    sizes.resize(styles.size());
    places_[b] = {style, sizes[style]++};
  }

  std::vector<std::uint32_t> clusters(sizes.size(), kNone);  // by style
  first_.push_back(0);
  for (std::size_t style = 0; style < sizes.size(); ++style) {
    if (sizes[style] < min_blocks) continue;
    clusters[style] = static_cast<std::uint32_t>(size());
    first_.push_back(first_.back() + sizes[style]);
  }
  members_.resize(first_.back());
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    Place& place = places_[b];
    if (place.cluster == kNone) continue;
    place.cluster = clusters[place.cluster];
    if (place.cluster != kNone) members_[first_[place.cluster] + place.member] = RunBlock(b);
  }
}

std::size_t BlockStyleClusters::bytes() const {
  return first_.capacity() * sizeof(std::uint32_t) + members_.capacity() * sizeof(RunBlock) +
         places_.capacity() * sizeof(Place);
}

}  // namespace thresh
