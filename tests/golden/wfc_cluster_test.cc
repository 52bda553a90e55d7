// Single-pass clustering of one word's blocks with leader and first fit: clusters and members in
// order.
#include <gtest/gtest.h>

#include "indexer/detect/bsc_wfc/word_feature_clusters.h"
#include "tests/golden/golden_file.h"
#include "tests/unit/indexer/detect/posting_bytes.h"

namespace thresh {
namespace {

TEST(GoldenWfcCluster, Cases) {
  const nlohmann::json golden = ReadGolden("wfc_cluster.json");
  WordFeatureClusters clusters(256);
  for (const auto& each : golden["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    clusters.Clear();
    std::vector<std::vector<std::uint32_t>> members;
    for (const auto& block : each["input"]) {
      const PostingBytes bytes(block["offsets"].get<std::vector<std::uint32_t>>());
      const auto id = block["block"].get<std::uint32_t>();
      const std::uint32_t joined = clusters.Add(id, id, MakeSignature(bytes.posting()));
      members.resize(clusters.clusters().size());
      members.at(joined).push_back(id);
    }
    ASSERT_EQ(members.size(), each["clusters"].size());
    for (std::size_t c = 0; c < members.size(); ++c) {
      const auto& expected = each["clusters"][c];
      const WordFeatureClusters::Cluster& cluster = clusters.clusters()[c];
      EXPECT_EQ(cluster.leader_block, expected["leader"].get<std::uint32_t>());
      EXPECT_EQ(members[c], expected["members"].get<std::vector<std::uint32_t>>());
      EXPECT_EQ(cluster.pages, members[c].size());
      EXPECT_EQ(HexWords(cluster.leader.m),
                expected["leader_words32_hex"].get<std::vector<std::string>>());
      EXPECT_EQ(cluster.pages >= 5, expected["is_wfc_template_support"].get<bool>());
    }
  }
}

}  // namespace
}  // namespace thresh
