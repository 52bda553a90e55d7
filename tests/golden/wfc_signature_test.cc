// Offsets → difference offsets → signature → similarity, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>

#include "indexer/detect/bsc_wfc/signature.h"
#include "tests/golden/golden_file.h"
#include "tests/unit/indexer/detect/posting_bytes.h"

namespace thresh {
namespace {

Signature Of(const nlohmann::json& offsets) {
  return MakeSignature(PostingBytes(offsets.get<std::vector<std::uint32_t>>()).posting());
}

TEST(GoldenWfcSignature, Signatures) {
  const nlohmann::json golden = ReadGolden("wfc_signature.json");
  for (const auto& each : golden["signatures"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const PostingBytes bytes(each["offsets_1based"].get<std::vector<std::uint32_t>>());
    std::vector<std::uint32_t> differences;
    bytes.posting().Differences([&](std::uint32_t, std::uint32_t d) { differences.push_back(d); });
    EXPECT_EQ(differences, each["difference"].get<std::vector<std::uint32_t>>());
    const Signature signature = MakeSignature(bytes.posting());
    EXPECT_EQ(HexWords(signature.m), each["words32_hex"].get<std::vector<std::string>>());
    EXPECT_EQ(signature.ones, each["popcount"].get<std::uint32_t>());
  }
}

TEST(GoldenWfcSignature, Similarity) {
  const nlohmann::json golden = ReadGolden("wfc_signature.json");
  for (const auto& each : golden["similarity"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const Signature a = Of(each["a_offsets"]), b = Of(each["b_offsets"]);
    EXPECT_EQ(HexWords(a.m), each["a_words32_hex"].get<std::vector<std::string>>());
    EXPECT_EQ(HexWords(b.m), each["b_words32_hex"].get<std::vector<std::string>>());
    EXPECT_EQ(std::max(a.ones, b.ones), each["max_popcount"].get<std::uint32_t>());
    EXPECT_EQ(Similar(a, b), each["similar_at_0.8"].get<bool>());
  }
}

}  // namespace
}  // namespace thresh
