#include "indexer/detect/block_style_clusters.h"

#include <algorithm>
#include <bit>

#include "common/hash.h"

namespace thresh {
namespace {

bool TakesPart(const RunBlockInfo& block) {
  return block.field == Field::kBody && !block.duplicate && block.distinct > 0;
}

// Gives every distinct (site, style) a number, from 0.
class StyleNumbers {
 public:
  explicit StyleNumbers(std::size_t most) : slots_(std::bit_ceil(2 * most + 1), 0) {}

  std::uint32_t Number(const RunBlockInfo& block) {
    std::size_t slot = Mix64(block.style.low ^ block.site.value) & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      const Style& style = styles_[slots_[slot] - 1];
      if (style.hash == block.style && style.site == block.site) return slots_[slot] - 1;
    }
    styles_.push_back({block.style, block.site});
    slots_[slot] = static_cast<std::uint32_t>(styles_.size());
    return slots_[slot] - 1;
  }
  std::size_t size() const { return styles_.size(); }

 private:
  struct Style {
    Hash128 hash;
    SiteId site;
  };
  std::vector<std::uint32_t> slots_;  // open addressing; number + 1, 0 is free
  std::vector<Style> styles_;         // by number
};

}  // namespace

BlockStyleClusters::BlockStyleClusters(std::span<const RunBlockInfo> blocks, std::uint32_t min_blocks)
    : places_(blocks.size()) {
  StyleNumbers styles(static_cast<std::size_t>(std::count_if(blocks.begin(), blocks.end(), TakesPart)));
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    if (!TakesPart(blocks[b])) continue;
    const std::uint32_t style = styles.Number(blocks[b]);
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
