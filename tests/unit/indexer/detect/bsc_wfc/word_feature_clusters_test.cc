#include "indexer/detect/bsc_wfc/word_feature_clusters.h"

#include <gtest/gtest.h>

#include "tests/support/dice.h"
#include "tests/unit/indexer/detect/bsc_wfc/slow_bsc_wfc.h"
#include "tests/unit/indexer/detect/posting_bytes.h"

namespace thresh {
namespace {

using Members = std::vector<std::vector<std::size_t>>;

// Adds the blocks in order and returns the members of each cluster.
Members Cluster(WordFeatureClusters* clusters, const std::vector<slow::Offsets>& blocks) {
  clusters->Clear();
  Members members;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    const std::uint32_t joined =
        clusters->Add(b, b, MakeSignature(PostingBytes(blocks[b]).posting()));
    members.resize(clusters->clusters().size());
    if (joined != WordFeatureClusters::kNone) members[joined].push_back(b);
  }
  for (std::size_t c = 0; c < members.size(); ++c) {
    EXPECT_EQ(clusters->clusters()[c].pages, members[c].size());
    EXPECT_EQ(clusters->clusters()[c].leader_block, members[c].front());
  }
  return members;
}

Members ClusterSlowly(const std::vector<slow::Offsets>& blocks, std::size_t max_leaders) {
  std::map<std::size_t, slow::Bits> signatures;
  for (std::size_t b = 0; b < blocks.size(); ++b) signatures[b] = slow::SignatureOf(blocks[b]);
  Members members;
  for (const slow::Cluster& cluster : slow::ClusterOnePass(signatures, max_leaders)) {
    members.push_back(cluster.members);
  }
  return members;
}

TEST(WordFeatureClusters, OrderOfInputDecidesLeaders) {
  const slow::Offsets a = {1, 3, 6, 10, 15}, b = {2, 4, 7, 11, 16}, c = {2, 4, 7, 12, 17};
  WordFeatureClusters clusters(256);
  EXPECT_EQ(Cluster(&clusters, {a, b, c}), (Members{{0, 1}, {2}}));
  EXPECT_EQ(Cluster(&clusters, {c, b, a}), (Members{{0}, {1, 2}}));
}

TEST(WordFeatureClusters, BlocksOverTheCapAreInNone) {
  WordFeatureClusters clusters(3);
  EXPECT_EQ(Cluster(&clusters, {{1}, {2}, {3}, {4}, {1}, {2, 4, 7, 11}, {3}}),
            (Members{{0, 4}, {1}, {2, 6}}));
}

// Several blocks of one page are one page of support, for words of few bits and of many.
TEST(WordFeatureClusters, PagesAreCounted) {
  WordFeatureClusters clusters(256);
  for (const slow::Offsets& offsets : {slow::Offsets{7}, slow::Offsets{1, 3, 6, 10, 15}}) {
    clusters.Clear();
    const Signature signature = MakeSignature(PostingBytes(offsets).posting());
    for (std::uint32_t block = 0; block < 6; ++block)
      EXPECT_EQ(clusters.Add(block, block / 2, signature), 0u);
    EXPECT_EQ(clusters.clusters()[0].pages, 3u);
  }
}

// The exact lookup for few bits and the scan for many give what one plain scan gives, under every
// cap.
TEST(WordFeatureClusters, AgreesWithPlainScanOnRandomWords) {
  Dice dice(7);
  for (std::uint32_t cap : {1U, 2U, 5U, 40U, 256U}) {
    WordFeatureClusters clusters(cap);
    for (int word = 0; word < 200; ++word) {
      const std::uint32_t longest = 1 + dice.Below(8), gap = 1 + dice.Below(20);
      std::vector<slow::Offsets> blocks(1 + dice.Below(60));
      for (slow::Offsets& offsets : blocks) {
        std::uint32_t at = 0;
        for (auto n = 1 + dice.Below(longest); n > 0; --n)
          offsets.push_back(at += 1 + dice.Below(gap));
      }
      ASSERT_EQ(Cluster(&clusters, blocks), ClusterSlowly(blocks, cap));
    }
  }
}

TEST(WordFeatureClusters, MoreThan256Leaders) {
  Dice dice(8);
  std::vector<slow::Offsets> blocks(1'500);
  for (slow::Offsets& offsets : blocks) {
    std::uint32_t at = 0;
    for (auto n = 1 + dice.Below(6); n > 0; --n) offsets.push_back(at += 1 + dice.Below(32));
  }
  blocks.insert(blocks.end(), blocks.begin(), blocks.begin() + 400);
  WordFeatureClusters clusters(256);
  const Members members = Cluster(&clusters, blocks);
  EXPECT_EQ(members.size(), 256u);
  EXPECT_EQ(members, ClusterSlowly(blocks, 256));
}

}  // namespace
}  // namespace thresh
