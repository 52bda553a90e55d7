#include "indexer/detect/bsc_wfc/word_feature_clusters.h"

#include <bit>

#include "common/base/hash.h"

namespace thresh {

WordFeatureClusters::WordFeatureClusters(std::uint32_t max_leaders)
    // At most half full, so that every probe soon finds a free slot.
    : max_leaders_(max_leaders), exact_(2 * std::bit_ceil(std::size_t{max_leaders} + 1), kNone) {}

void WordFeatureClusters::Clear() {
  // Only used slots are cleared, because the table has room for max_leaders clusters.
  for (std::size_t slot : used_) exact_[slot] = kNone;
  used_.clear();
  wide_.clear();
  clusters_.clear();
}

std::uint32_t WordFeatureClusters::Add(std::uint32_t block, std::uint32_t page,
                                       const Signature& signature) {
  if (signature.ones <= kExactOnes) return AddExact(block, page, signature);
  // Leaders of at most kExactOnes bits cannot be similar: 80 % of four bits are more than three.
  for (std::uint32_t cluster : wide_) {
    if (Similar(signature, clusters_[cluster].leader)) return Join(cluster, page);
  }
  const std::uint32_t cluster = Open(block, page, signature);
  if (cluster != kNone) wide_.push_back(cluster);
  return cluster;
}

// Similar means equal here, so that the one leader it can join is found by its hash.
std::uint32_t WordFeatureClusters::AddExact(std::uint32_t block, std::uint32_t page,
                                            const Signature& signature) {
  const std::size_t slot = ExactSlot(signature);
  if (exact_[slot] != kNone) return Join(exact_[slot], page);
  const std::uint32_t cluster = Open(block, page, signature);
  if (cluster == kNone) return kNone;
  used_.push_back(slot);
  return exact_[slot] = cluster;
}

std::size_t WordFeatureClusters::ExactSlot(const Signature& signature) const {
  const std::uint64_t high = std::uint64_t{signature.m[0]} << 32 | signature.m[1];
  const std::uint64_t low = std::uint64_t{signature.m[2]} << 32 | signature.m[3];
  std::size_t slot = Mix64(high ^ std::rotl(low * 0x9e3779b97f4a7c15U, 32)) & (exact_.size() - 1);
  while (exact_[slot] != kNone && clusters_[exact_[slot]].leader != signature) {
    slot = (slot + 1) & (exact_.size() - 1);
  }
  return slot;
}

std::uint32_t WordFeatureClusters::Join(std::uint32_t cluster, std::uint32_t page) {
  Cluster& joined = clusters_[cluster];
  joined.pages += joined.last_page != page ? 1 : 0;
  joined.last_page = page;
  return cluster;
}

std::uint32_t WordFeatureClusters::Open(std::uint32_t block, std::uint32_t page,
                                        const Signature& signature) {
  if (clusters_.size() == max_leaders_) return kNone;
  clusters_.push_back({signature, block, 1, page});
  return static_cast<std::uint32_t>(clusters_.size() - 1);
}

}  // namespace thresh
