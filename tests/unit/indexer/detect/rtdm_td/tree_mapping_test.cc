#include "indexer/detect/rtdm_td/tree_mapping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "indexer/detect/rtdm_td/tree_match.h"
#include "tests/support/dice.h"
#include "tests/unit/indexer/detect/rtdm_td/drawn_tree.h"

namespace thresh {
namespace {

LabelTree RandomTree(Dice* dice, std::uint32_t nodes) {
  static const std::vector<std::string> kNames = {"a", "b", "c"};
  std::vector<std::vector<std::uint32_t>> children(nodes);
  for (std::uint32_t i = 1; i < nodes; ++i) children[dice->Below(i)].push_back(i);
  std::string drawing;
  const auto draw = [&](const auto& self, std::uint32_t node) -> void {
    drawing += node == 0 ? "html" : kNames[dice->Below(kNames.size())];
    if (children[node].empty()) return;
    drawing += "(";
    for (const std::uint32_t child : children[node]) {
      self(self, child);
      drawing += " ";
    }
    drawing += ")";
  };
  draw(draw, 0);
  return DrawnTree(drawing);
}

std::vector<std::uint32_t> ChildrenOf(const LabelTree& tree, std::uint32_t node) {
  std::vector<std::uint32_t> children;
  for (std::uint32_t c = node + 1; c < tree.nodes[node].end; c = tree.nodes[c].end)
    children.push_back(c);
  return children;
}

// All restricted mappings, one after the other (Vieira et al. 2006, definition 4): the least cost
// below a mapped pair, and the largest template.
class Exhaustive {
 public:
  Exhaustive(const LabelTree& a, const LabelTree& b, std::uint32_t replace)
      : a_(a), b_(b), replace_(replace) {}
  struct Best {
    std::uint32_t cost = 0;
    std::uint32_t common = 0;  // nodes of the largest template, whatever it costs
  };
  Best Below(std::uint32_t x, std::uint32_t y) const {
    return Lists(ChildrenOf(a_, x), ChildrenOf(b_, y), 0, 0);
  }

 private:
  using List = std::vector<std::uint32_t>;
  // The children from i and j on: x_i alone, y_j alone, or both as a pair.
  Best Lists(const List& xs, const List& ys, std::size_t i, std::size_t j) const {
    if (i == xs.size() && j == ys.size()) return {};
    Best best{~0U, 0};
    const auto offer = [&](std::uint32_t cost, std::uint32_t common, const Best& rest) {
      best.cost = std::min(best.cost, cost + rest.cost);
      best.common = std::max(best.common, common + rest.common);
    };
    if (i < xs.size()) offer(a_.size(xs[i]), 0, Lists(xs, ys, i + 1, j));
    if (j < ys.size()) offer(b_.size(ys[j]), 0, Lists(xs, ys, i, j + 1));
    if (i == xs.size() || j == ys.size()) return best;
    const Best rest = Lists(xs, ys, i + 1, j + 1);
    if (a_.nodes[xs[i]].label != b_.nodes[ys[j]].label) {
      offer(replace_ + a_.size(xs[i]) - 1 + b_.size(ys[j]) - 1, 0, rest);
    } else {
      const Best pair = Below(xs[i], ys[j]);
      offer(pair.cost, pair.common + 1, rest);
    }
    return best;
  }

  const LabelTree& a_;
  const LabelTree& b_;
  const std::uint32_t replace_;
};

TEST(TreeMapping, CostsNoMoreThanAnyMapping) {
  Dice dice(7);
  for (int round = 0; round < 1'500; ++round) {
    const LabelTree a = RandomTree(&dice, 1 + dice.Below(7)),
                    b = RandomTree(&dice, 1 + dice.Below(7));
    for (const std::uint32_t replace : {1U, 2U}) {
      TreeMapping mapping(a, b, replace);
      EXPECT_EQ(mapping.RootCosts().back(), Exhaustive(a, b, replace).Below(0, 0).cost);
    }
  }
}

// cost = n1 + n2 - 2 |template| with replacements at 2; and the template lies in both trees.
TEST(TreeMapping, TemplateIsTheLargestCommonTree) {
  Dice dice(8);
  for (int round = 0; round < 1'500; ++round) {
    const LabelTree a = RandomTree(&dice, 1 + dice.Below(7)),
                    b = RandomTree(&dice, 1 + dice.Below(7));
    const LabelTree common = Restrict(a, TreeMapping(a, b, 2).Template());
    EXPECT_EQ(common.nodes.size(), Exhaustive(a, b, 2).Below(0, 0).common + 1);
    EXPECT_TRUE(Matches(common, a));
    EXPECT_TRUE(Matches(common, b));
    EXPECT_TRUE(Matches(Restrict(a, TreeMapping(a, b, 1).Template()), b));
  }
}

TEST(TreeMapping, OtherRootsHaveNothingInCommon) {
  EXPECT_TRUE(
      Chosen(TreeMapping(DrawnTree("html(p)"), DrawnTree("body(p)"), 1).Template()).empty());
}

std::string Items(const std::string& kind, int begin, int end) {
  std::string items;
  for (int i = begin; i < end; ++i) items += kind + "(=" + std::to_string(i) + ") ";
  return items;
}

// Lists of children over the budget: what begins and ends alike is found, the rest is given up.
TEST(TreeMapping, LongListsAreCut) {
  const LabelTree a =
      DrawnTree("html(" + Items("nav", 0, 10) + Items("p", 0, 3'000) + "foot(=end))");
  const LabelTree b =
      DrawnTree("html(" + Items("nav", 0, 10) + Items("p", 5'000, 8'000) + "foot(=end))");
  TreeMapping mapping(a, b, 2);
  EXPECT_EQ(Chosen(mapping.Template()).size(), 1u + 20 + 2);
}

// Twice a chain of 400 elements: no recursion, and no work that grows with a power of the depth.
TEST(TreeMapping, DeepTrees) {
  std::string open, close;
  for (int i = 0; i < 400; ++i) {
    open += "div(=x ";
    close += ")";
  }
  const LabelTree a = DrawnTree("html(" + open + "=one" + close + ")");
  const LabelTree b = DrawnTree("html(" + open + "=two" + close + ")");
  EXPECT_EQ(Chosen(TreeMapping(a, b, 1).Template()).size(), a.nodes.size() - 1);
}

// S in the page: all subsets of the page's children, tried one after the other.
bool SlowMatches(const LabelTree& s, std::uint32_t x, const LabelTree& page, std::uint32_t y) {
  if (s.nodes[x].label != page.nodes[y].label) return false;
  const std::vector<std::uint32_t> xs = ChildrenOf(s, x), ys = ChildrenOf(page, y);
  const auto from = [&](const auto& self, std::size_t i, std::size_t j) -> bool {
    if (i == xs.size()) return true;
    if (j == ys.size()) return false;
    return (SlowMatches(s, xs[i], page, ys[j]) && self(self, i + 1, j + 1)) || self(self, i, j + 1);
  };
  return from(from, 0, 0);
}

TEST(Matches, AgreesWithAllWaysOfEmbedding) {
  Dice dice(9);
  int matched = 0;
  for (int round = 0; round < 3'000; ++round) {
    const LabelTree s = RandomTree(&dice, 1 + dice.Below(4)),
                    page = RandomTree(&dice, 1 + dice.Below(9));
    const bool expected = SlowMatches(s, 0, page, 0);
    EXPECT_EQ(Matches(s, page), expected);
    matched += expected ? 1 : 0;
    const bool whole = !Equal(s, page) || EmbedInPart(s, page).size() == s.nodes.size();
    EXPECT_TRUE(whole);
  }
  EXPECT_GT(matched, 300);
}

TEST(EmbedInPart, SkipsWhatHasNoPartner) {
  const LabelTree s = DrawnTree("html(ul(=home =news) form(=go) div(=copy))");
  const LabelTree page = DrawnTree("html(ul(=start =news) p(=story) div(=copy =right))");
  EXPECT_EQ(EmbedInPart(s, page), (std::vector<std::uint32_t>{0, 1, 3, 6, 7}));
  EXPECT_TRUE(EmbedInPart(s, DrawnTree("body(ul(=news))")).empty());
}

}  // namespace
}  // namespace thresh
