// Longest common subsequences of lines, and who is whose peer.
#include <gtest/gtest.h>

#include "common/base/edit_distance.h"
#include "common/base/hash.h"
#include "indexer/detect/sandwich/line_match.h"
#include "indexer/detect/sandwich/near_names.h"
#include "tests/golden/golden_file.h"

namespace thresh {
namespace {

std::vector<std::uint64_t> Hashes(const nlohmann::json& lines) {
  std::vector<std::uint64_t> hashes;
  for (const auto& line : lines) hashes.push_back(FastHash64(line.get<std::string>()));
  return hashes;
}

TEST(GoldenSandwich, CommonLines) {
  const nlohmann::json golden = ReadGolden("sandwich.json");
  for (const auto& each : golden["lcs"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const std::vector<bool> common = CommonLines(Hashes(each["target"]), Hashes(each["peer"]));
    std::vector<std::size_t> removed;
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < common.size(); ++i) {
      if (common[i]) removed.push_back(i);
      if (!common[i]) kept.push_back(each["target"][i]);
    }
    EXPECT_EQ(removed.size(), each["lcs_length"].get<std::size_t>());
    if (!each["lcs_unique_as_text"].get<bool>()) continue;
    EXPECT_EQ(removed, each["removed_line_indexes"].get<std::vector<std::size_t>>());
    EXPECT_EQ(kept, each["kept"].get<std::vector<std::string>>());
  }
}

TEST(GoldenSandwich, Peers) {
  const nlohmann::json golden = ReadGolden("sandwich.json");
  for (const auto& each : golden["peers"]) {
    const auto target = each["target"].get<std::string>();
    std::vector<std::string> names = {target};
    for (const auto& name : each["candidates"]) {
      if (name != target) names.push_back(name);
    }
    for (const auto& [name, distance] : each["distances"].items()) {
      EXPECT_EQ(EditDistance(target, name, 1000), distance.get<std::size_t>()) << name;
    }
    const std::vector<std::uint32_t> peers = NearestNames(names, 1)[0];
    if (each["peer"].is_null()) {
      EXPECT_TRUE(peers.empty());
    } else {
      ASSERT_EQ(peers.size(), 1u);
      EXPECT_EQ(names[peers[0]], each["peer"].get<std::string>());
    }
  }
}

}  // namespace
}  // namespace thresh
