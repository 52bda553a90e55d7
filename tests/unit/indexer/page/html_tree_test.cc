#include "indexer/page/html/html_tree.h"

#include <gtest/gtest.h>
#include <gumbo.h>

#include <functional>
#include <vector>

#include "indexer/page/html/attribute_names.h"
#include "indexer/page/html/same_tree.h"

namespace thresh {
namespace {

using Numbers = std::vector<std::uint32_t>;

// Ten nodes without a place in the tree. The tag of each is its number.
HtmlTree Loose() {
  HtmlTree tree;
  tree.Clear("");
  for (std::uint16_t i = 0; i < 10; ++i) {
    HtmlNode node;
    node.tag = i;
    EXPECT_EQ(tree.Add(node), i);
  }
  return tree;
}

// The children of a node. Fails if the links of one do not fit to those of its neighbours.
Numbers Children(const HtmlTree& tree, std::uint32_t parent) {
  Numbers children;
  std::uint32_t before = kNoNode;
  for (std::uint32_t at = tree.nodes[parent].first_child; at != kNoNode; at = tree.nodes[at].next) {
    EXPECT_EQ(tree.nodes[at].parent, parent);
    EXPECT_EQ(tree.nodes[at].previous, before);
    before = at;
    children.push_back(at);
  }
  EXPECT_EQ(tree.nodes[parent].last_child, before);
  return children;
}

TEST(HtmlTree, AppendsAndInserts) {
  HtmlTree tree = Loose();
  for (const std::uint32_t node : {1u, 2u, 3u}) tree.Append(0, node);
  EXPECT_EQ(Children(tree, 0), (Numbers{1, 2, 3}));
  tree.InsertBefore(1, 4);
  tree.InsertBefore(3, 5);
  EXPECT_EQ(Children(tree, 0), (Numbers{4, 1, 2, 5, 3}));
}

TEST(HtmlTree, RemovesFirstMiddleLastAndOnly) {
  HtmlTree tree = Loose();
  for (const std::uint32_t node : {1u, 2u, 3u, 4u}) tree.Append(0, node);
  tree.Append(2, 9);
  tree.Remove(2);
  EXPECT_EQ(Children(tree, 0), (Numbers{1, 3, 4}));
  EXPECT_EQ(Children(tree, 2), (Numbers{9}));
  tree.Remove(1);
  tree.Remove(4);
  EXPECT_EQ(Children(tree, 0), (Numbers{3}));
  tree.Remove(3);
  tree.Remove(3);
  EXPECT_EQ(Children(tree, 0), Numbers());
  tree.Append(0, 2);
  EXPECT_EQ(Children(tree, 0), (Numbers{2}));
}

TEST(HtmlTree, MovesChildren) {
  HtmlTree tree = Loose();
  for (const std::uint32_t node : {1u, 2u}) tree.Append(0, node);
  for (const std::uint32_t node : {3u, 4u}) tree.Append(1, node);
  tree.Append(2, 5);
  tree.MoveChildren(1, 2);
  EXPECT_EQ(Children(tree, 1), Numbers());
  EXPECT_EQ(Children(tree, 2), (Numbers{5, 3, 4}));
  tree.MoveChildren(1, 2);
  tree.MoveChildren(2, 6);
  EXPECT_EQ(Children(tree, 2), Numbers());
  EXPECT_EQ(Children(tree, 6), (Numbers{5, 3, 4}));
}

TEST(HtmlTree, StringsAndNames) {
  const std::string_view html = "</></><X-y/>text";
  HtmlTree tree;
  tree.Clear(html);
  const HtmlString there = tree.InHtml(html.data() + 12, html.data() + 16);
  const HtmlString own = tree.Keep("own");
  tree.Keep(std::string(1000, 'x'));
  EXPECT_EQ(tree.View(there), "text");
  EXPECT_EQ(tree.View(own), "own");
  HtmlNode node;
  EXPECT_EQ(tree.WrittenName(node), "");
  node.source = 0;
  node.source_bytes = 12;
  EXPECT_EQ(tree.WrittenName(node), "X-y");
  tree.attributes = {{HtmlAttributeName::kId, own}, {HtmlAttributeName::kClass, there}};
  node.first_attribute = 1;
  node.attributes = 1;
  EXPECT_EQ(tree.Attribute(node, HtmlAttributeName::kClass), "text");
  EXPECT_EQ(tree.Attribute(node, HtmlAttributeName::kId), "");
}

TEST(HtmlTree, KeepsWhatALaterStepAsksFor) {
  EXPECT_EQ(HtmlAttributeOf("CellSpacing"), HtmlAttributeName::kCellspacing);
  EXPECT_EQ(HtmlAttributeOf("classs"), HtmlAttributeName::kCount);
  EXPECT_EQ(HtmlAttributeOf(""), HtmlAttributeName::kCount);
  for (std::size_t i = 0; i < kHtmlAttributeNames.size(); ++i)
    EXPECT_EQ(HtmlAttributeOf(kHtmlAttributeNames[i]), static_cast<HtmlAttributeName>(i));
  EXPECT_TRUE(KeepsAttribute(GUMBO_TAG_A, HtmlAttributeName::kHref));
  EXPECT_FALSE(KeepsAttribute(GUMBO_TAG_LINK, HtmlAttributeName::kHref));
  EXPECT_FALSE(KeepsAttribute(GUMBO_TAG_SCRIPT, HtmlAttributeName::kSrc));
  EXPECT_TRUE(KeepsAttribute(GUMBO_TAG_META, HtmlAttributeName::kContent));
  EXPECT_FALSE(KeepsAttribute(GUMBO_TAG_A, HtmlAttributeName::kName));
  EXPECT_TRUE(KeepsAttribute(GUMBO_TAG_LINK, HtmlAttributeName::kId));
}

// <p id=i class=c>text<b>space, with every field set.
HtmlTree Whole() {
  HtmlTree tree = Loose();
  tree.nodes.resize(4);
  for (HtmlNode& node : tree.nodes) {
    node.source = 7;
    node.source_bytes = 5;
  }
  tree.attributes = {{HtmlAttributeName::kId, tree.Keep("i")},
                     {HtmlAttributeName::kClass, tree.Keep("c")}};
  tree.nodes[0].attributes = 2;
  tree.nodes[1].kind = HtmlNode::Kind::kText;
  tree.nodes[1].text = tree.Keep("text");
  tree.Append(0, 1);
  tree.Append(0, 2);
  tree.Append(2, 3);
  return tree;
}

TEST(SameTree, NumbersAndPlacesOfStringsDoNotCount) {
  HtmlTree other = Loose();
  other.Keep("padding");
  other.nodes = Whole().nodes;
  other.attributes = {{HtmlAttributeName::kId, other.Keep("i")},
                      {HtmlAttributeName::kClass, other.Keep("c")}};
  other.nodes[1].text = other.Keep("text");
  std::swap(other.nodes[1], other.nodes[2]);
  other.nodes[0].first_child = 2;
  other.nodes[0].last_child = 1;
  other.nodes[2].next = 1;
  EXPECT_TRUE(SameTree(Whole(), other));
  EXPECT_EQ(FirstDifference(Whole(), other), "");
  EXPECT_TRUE(SameTree(HtmlTree(), HtmlTree()));
}

TEST(SameTree, EachFieldCounts) {
  const std::function<void(HtmlTree*)> changes[] = {
      [](HtmlTree* tree) { tree->nodes[2].tag = 9; },
      [](HtmlTree* tree) { tree->nodes[2].foreign = true; },
      [](HtmlTree* tree) { tree->nodes[2].ended = true; },
      [](HtmlTree* tree) { tree->nodes[2].source = 8; },
      [](HtmlTree* tree) { tree->nodes[2].source = kNoPlace; },
      [](HtmlTree* tree) { tree->nodes[2].source_bytes = 6; },
      [](HtmlTree* tree) { tree->nodes[1].source_bytes = 6; },
      [](HtmlTree* tree) { tree->nodes[1].kind = HtmlNode::Kind::kSpace; },
      [](HtmlTree* tree) { tree->nodes[2].kind = HtmlNode::Kind::kText; },
      [](HtmlTree* tree) { tree->nodes[1].text = tree->Keep("Text"); },
      [](HtmlTree* tree) { tree->nodes[0].attributes = 1; },
      [](HtmlTree* tree) { tree->attributes[1].name = HtmlAttributeName::kRole; },
      [](HtmlTree* tree) { tree->attributes[1].value = tree->Keep("d"); },
      [](HtmlTree* tree) { std::swap(tree->attributes[0], tree->attributes[1]); },
      [](HtmlTree* tree) { tree->Remove(1); },
      [](HtmlTree* tree) { tree->Remove(3); },
      [](HtmlTree* tree) { tree->Append(0, tree->Add(tree->nodes[3])); },
      [](HtmlTree* tree) { tree->MoveChildren(2, 0); },
      [](HtmlTree* tree) { tree->nodes.clear(); },
  };
  const HtmlTree whole = Whole();
  for (std::size_t i = 0; i < std::size(changes); ++i) {
    HtmlTree changed = Whole();
    changes[i](&changed);
    EXPECT_FALSE(SameTree(whole, changed)) << i;
    EXPECT_FALSE(SameTree(changed, whole)) << i;
    EXPECT_NE(FirstDifference(whole, changed), "") << i;
  }
}

TEST(SameTree, TheDifferenceIsNamed) {
  HtmlTree other = Whole();
  other.nodes[1].text = other.Keep("next");
  EXPECT_EQ(FirstDifference(Whole(), other), "text [text] at 7+5 and text [next] at 7+5");
  other.Remove(1);
  other.Remove(2);
  EXPECT_EQ(FirstDifference(Whole(), other), "text [text] at 7+5 and nothing");
}

}  // namespace
}  // namespace thresh
