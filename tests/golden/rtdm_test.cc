// Tree mapping: costs, templates, matching, the fold over sample pages and removal.
#include <gtest/gtest.h>

#include "indexer/detect/rtdm_td/find_template.h"
#include "indexer/detect/rtdm_td/tree_mapping.h"
#include "indexer/detect/rtdm_td/tree_match.h"
#include "tests/golden/golden_tree.h"
#include "tests/support/json.h"
#include "tests/unit/indexer/detect/rtdm_td/drawn_tree.h"

namespace thresh {
namespace {

LabelTree Read(const nlohmann::json& golden) {
  LabelTree tree;
  std::vector<std::size_t> open;
  WalkGolden(
      golden,
      [&](const std::string& label) {
        open.push_back(tree.nodes.size());
        tree.nodes.push_back({DrawnLabel(label), 0, 0});
      },
      [&] {
        tree.nodes[open.back()].end = static_cast<std::uint32_t>(tree.nodes.size());
        open.pop_back();
      });
  HashSubtrees(&tree);
  return tree;
}

std::vector<std::uint32_t> Flat(const nlohmann::json& matrix) {
  std::vector<std::uint32_t> flat;
  for (const auto& row : matrix) {
    for (const auto& cost : row) flat.push_back(cost.get<std::uint32_t>());
  }
  return flat;
}

void CheckMapping(const LabelTree& a, const LabelTree& b, std::uint32_t replace_cost,
                  const nlohmann::json& expected) {
  TreeMapping mapping(a, b, replace_cost);
  EXPECT_EQ(mapping.RootCosts(), Flat(expected["top_matrix"]));
  EXPECT_EQ(mapping.RootCosts().back(), expected["cost"].get<std::uint32_t>());
  EXPECT_EQ(Chosen(mapping.Template()),
            expected["template_preorder_ids"].get<std::vector<std::uint32_t>>());
  EXPECT_TRUE(Equal(ExtractSubTree(a, b, replace_cost), Read(expected["subtree"])));
}

TEST(GoldenRtdm, Mappings) {
  const nlohmann::json golden = ReadGolden("rtdm.json");
  for (const auto& each : golden["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const LabelTree a = Read(each["t1"]), b = Read(each["t2"]);
    EXPECT_EQ(a.nodes.size(), each["size1"].get<std::size_t>());
    EXPECT_EQ(b.nodes.size(), each["size2"].get<std::size_t>());
    CheckMapping(a, b, 1, each["unit_costs"]);
    CheckMapping(a, b, 2, each["replace_cost_2"]);
  }
}

TEST(GoldenRtdm, WalkIsTheCorrectedOne) {
  const nlohmann::json golden = ReadGolden("rtdm.json");
  for (const auto& each : golden["printed_walk_bug"]) {
    const LabelTree a = Read(each["t1"]), b = Read(each["t2"]);
    std::vector<std::uint32_t> ids = Chosen(TreeMapping(a, b, 1).Template());
    ids.erase(ids.begin());  // the root
    EXPECT_EQ(ids, each["corrected_walk_ids_without_root"].get<std::vector<std::uint32_t>>());
  }
}

TEST(GoldenRtdm, Match) {
  const nlohmann::json golden = ReadGolden("rtdm.json");
  for (const auto& each : golden["match"])
    EXPECT_EQ(Matches(Read(each["s"]), Read(each["p"])), each["match"].get<bool>())
        << JsonText(each);
}

TEST(GoldenRtdm, FindTemplate) {
  const nlohmann::json golden = ReadGolden("rtdm.json");
  for (const auto& each : golden["find_template"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    TemplateFold fold(each["replace_cost"].get<std::uint32_t>());
    fold.Add(Read(each["pages_in_pick_order"][0]));
    for (std::size_t i = 0; i < each["actions"].size(); ++i) {
      const bool matched = fold.Add(Read(each["pages_in_pick_order"][i + 1]));
      const std::string action = each["actions"][i];
      // The file's first action is always named extract: two pages, of which the first is not yet
      // S.
      EXPECT_EQ(i > 0 && matched ? "match" : "extract", action);
      EXPECT_TRUE(Equal(fold.tree(), Read(each["subtree_after_each"][i]))) << i;
    }
  }
}

// A matched node is deleted if all of its children are; the root stays.
LabelTree Clean(const LabelTree& s, const LabelTree& page) {
  std::vector<bool> kept(page.nodes.size(), true);
  const std::vector<std::uint32_t> taken = EmbedInPart(s, page);
  for (auto node = taken.rbegin(); node != taken.rend(); ++node) {
    bool content = *node == 0;
    for (std::uint32_t i = *node + 1; i < page.nodes[*node].end; ++i) content = content || kept[i];
    kept[*node] = content;
  }
  return Restrict(page, kept);
}

TEST(GoldenRtdm, Removal) {
  const nlohmann::json golden = ReadGolden("rtdm.json");
  for (const auto& each : golden["removal"])
    EXPECT_TRUE(Equal(Clean(Read(each["template"]), Read(each["page"])), Read(each["cleaned"])))
        << JsonText(each);
}

}  // namespace
}  // namespace thresh
