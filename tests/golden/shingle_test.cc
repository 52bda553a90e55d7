// Shingles, their hashes, and the groups of blocks with equal minhash 0.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>

#include "common/base/hash.h"
#include "indexer/detect/block_words.h"
#include "indexer/detect/detector.h"
#include "indexer/detect/shingle/shingles.h"
#include "tests/golden/golden_file.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

std::string Hex(std::uint64_t n) {
  std::array<char, 19> text{};
  std::snprintf(text.data(), text.size(), "0x%016llx", static_cast<unsigned long long>(n));
  return text.data();
}

class GoldenShingle : public testing::Test {
 protected:
  ShingleSet ShinglesOf(const std::string& text, std::uint32_t w) {
    const Page page = pages_.Digest("<!DOCTYPE html><body>" + text);
    BlockWords words;
    words.Read(page);
    return Shingler(w).Cut(words.of(BlockNo(0)), page.terms);
  }

  void CheckSet(const ShingleSet& set, const nlohmann::json& shingles) {
    std::set<std::uint64_t> expected;
    for (const auto& shingle : shingles) expected.insert(H64(shingle.get<std::string>()));
    EXPECT_EQ(std::set<std::uint64_t>(set.begin(), set.end()), expected);
  }

  HtmlPages pages_{Segmentation::kLayoutBlocks};
};

TEST_F(GoldenShingle, Resemblance) {
  const nlohmann::json golden = ReadGolden("shingle.json");
  for (const auto& each : golden["resemblance"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const ShingleSet a = ShinglesOf(each["a"], each["w"]), b = ShinglesOf(each["b"], each["w"]);
    CheckSet(a, each["a_shingles"]);
    CheckSet(b, each["b_shingles"]);
    for (const auto& [shingle, hash] : each["a_shingle_hashes"].items())
      EXPECT_EQ(Hex(H64(shingle)), hash);
    const thresh::Resemblance r = Compare(a, b);
    EXPECT_EQ(r.common, each["intersection"].get<std::size_t>());
    EXPECT_EQ(r.all, each["union"].get<std::size_t>());
    EXPECT_EQ(Hex(MinHash(a, 0)), each["a_minhash0"]);
    EXPECT_EQ(Hex(MinHash(b, 0)), each["b_minhash0"]);
    EXPECT_EQ(Hex(MinHash(a, 1)), each["a_minhash1"]);
    EXPECT_EQ(Hex(MinHash(b, 1)), each["b_minhash1"]);
    EXPECT_EQ(MinHash(a, 0) == MinHash(b, 0), each["same_minhash0"].get<bool>());
  }
}

TEST_F(GoldenShingle, Grouping) {
  const nlohmann::json golden = ReadGolden("shingle.json");
  const auto& grouping = golden["grouping"];
  std::map<int, std::vector<int>> blocks_of_page;
  std::map<std::string, std::set<int>> groups;
  for (const auto& block : grouping["blocks"]) {
    blocks_of_page[block["page"]].push_back(block["id"]);
    groups[Hex(MinHash(ShinglesOf(block["text"], grouping["w"]), 0))].insert(
        block["id"].get<int>());
  }
  std::map<std::string, std::set<int>> expected_groups;
  std::set<int> expected;
  for (const auto& group : grouping["groups"]) {
    expected_groups[group["shingle"]] = group["blocks"].get<std::set<int>>();
    if (group["is_template_at_5_pages"].get<bool>())
      expected.insert(group["blocks"].begin(), group["blocks"].end());
  }
  EXPECT_EQ(groups, expected_groups);

  DetectorConfig config;
  config.Set("shingle.w", grouping["w"]);
  config.Set("shingle.min_pages", grouping["min_pages"]);
  config.Set("shingle.grouping", 0);
  const auto detector = FindDetector("shingle")->make(config);
  for (const auto& [number, ids] : blocks_of_page) {
    std::string html = "<!DOCTYPE html><body>";
    for (int id : ids)
      html += "<p>" + grouping["blocks"][static_cast<std::size_t>(id)]["text"].get<std::string>() +
              "</p>";
    Page page = pages_.Digest(html);
    page.token_hash =
        HashBytes(std::to_string(number));  // pages 2 and 6 are whole, whatever the list leaves out
    detector->Observe(page, {DocId(static_cast<std::uint32_t>(number)), SiteId(0)});
  }
  std::set<int> struck;
  for (const Strike& strike : detector->Conclude().strikes) {
    struck.insert(blocks_of_page.at(static_cast<int>(strike.doc.value)).at(strike.block.value - 1));
  }
  EXPECT_EQ(struck, expected);
}

}  // namespace
}  // namespace thresh
