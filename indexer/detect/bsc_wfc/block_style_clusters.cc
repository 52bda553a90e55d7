#include "indexer/detect/bsc_wfc/block_style_clusters.h"

#include <algorithm>
#include <bit>

#include "common/base/hash.h"

namespace thresh {
namespace {

// Gives every distinct (site, style) a number, from 0.
class StyleNumbers {
 public:
  // The table is at most half full, so probes are short and a free slot ends each of them.
  explicit StyleNumbers(std::size_t most) : slots_(std::bit_ceil(2 * most + 1), 0) {}

  std::uint32_t Number(SiteId site, const Hash128& of) {
    std::size_t slot = Mix64(of.low ^ of.high ^ site.value) & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      const Style& style = styles_[slots_[slot] - 1];
      if (style.hash == of && style.site == site) return slots_[slot] - 1;
    }
    styles_.push_back({of, site});
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

bool TakesPart(const RunBlockInfo& block) {
  // A duplicate adds no support (docs/DECISIONS.md, "Equal pages add no support").
  return block.field == Field::kBody && !block.duplicate && block.distinct > 0;
}

BlockStyleClusters::BlockStyleClusters(std::span<const RunBlockInfo> blocks, const Options& options)
    : places_(blocks.size()) {
  Number(blocks, options);
  Collect(options.min_blocks);
}

// Each block that takes part gets the number of its style in place of a cluster.
void BlockStyleClusters::Number(std::span<const RunBlockInfo> blocks, const Options& options) {
  const auto most =
      static_cast<std::size_t>(std::count_if(blocks.begin(), blocks.end(), TakesPart));
  StyleNumbers styles(options.second_try ? 2 * most : most);
  const auto number = [&](std::uint32_t b, const Hash128& style) {
    places_[b].cluster = styles.Number(blocks[b].site, style);
    sizes_.resize(styles.size());
    ++sizes_[places_[b].cluster];
  };
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    if (!TakesPart(blocks[b]) || (!options.left_out.empty() && options.left_out[b])) continue;
    number(b, blocks[b].style);
  }
  if (!options.second_try) return;
  // Styles of the second try get numbers of their own, above those of the first, so that no block
  // of the first try joins them.
  const std::size_t first_try = sizes_.size();
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    const std::uint32_t style = places_[b].cluster;
    if (style < first_try && sizes_[style] < options.min_blocks)
      // The upper half knows the first layer of the style path only (page/block_style.h).
      number(b, {blocks[b].style.high, 0});
  }
}

// A counting sort: blocks go to their cluster in ascending order, and no list is sorted.
void BlockStyleClusters::Collect(std::uint32_t min_blocks) {
  std::vector<std::uint32_t> clusters(sizes_.size(), kNone);  // by style
  first_.push_back(0);
  for (std::size_t style = 0; style < sizes_.size(); ++style) {
    if (sizes_[style] < min_blocks) continue;
    clusters[style] = static_cast<std::uint32_t>(size());
    first_.push_back(first_.back() + sizes_[style]);
  }
  members_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);  // by cluster
  for (std::uint32_t b = 0; b < places_.size(); ++b) {
    Place& place = places_[b];
    if (place.cluster == kNone || (place.cluster = clusters[place.cluster]) == kNone) continue;
    place.member = next[place.cluster] - first_[place.cluster];
    members_[next[place.cluster]++] = RunBlock(b);
  }
  sizes_ = {};
}

std::size_t BlockStyleClusters::bytes() const {
  return first_.capacity() * sizeof(std::uint32_t) + members_.capacity() * sizeof(RunBlock) +
         places_.capacity() * sizeof(Place);
}

}  // namespace thresh
