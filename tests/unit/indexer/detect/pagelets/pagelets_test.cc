#include "indexer/detect/pagelets/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <queue>

#include "common/base/hash.h"
#include "indexer/page/tag_codes.h"
#include "tests/support/dice.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

// A random tree of divs, links and texts.
class RandomTree {
 public:
  explicit RandomTree(std::uint32_t seed) : dice_(seed) {
    tree_.bytes = "x";
    tree_.attributes.push_back({AttributeName::kHref, 0, 1});
    Grow(0, 0);
  }
  const PageTree& tree() const { return tree_; }

 private:
  void Grow(std::uint32_t parent, std::uint32_t depth) {
    const auto number = static_cast<std::uint32_t>(tree_.nodes.size());
    const std::uint32_t kind = depth == 0 ? 9 : dice_.Below(10);
    PageNode node;
    node.parent = parent;
    node.first_text = texts_;
    node.tag = kind < 3 ? kTextTag : TagCode(kind < 7 ? "a" : "div");
    node.attributes = kind == 3 ? 0 : 1;
    tree_.nodes.push_back(node);
    texts_ += kind < 3 ? 1 : 0;
    const std::uint32_t children = kind < 3 || depth == 6 ? 0 : dice_.Below(kind < 7 ? 2 : 6);
    for (std::uint32_t i = 0; i < children; ++i) Grow(number, depth + 1);
    tree_.nodes[number].end = static_cast<std::uint32_t>(tree_.nodes.size());
  }

  Dice dice_;
  PageTree tree_;
  std::uint32_t texts_ = 0;
};

std::uint32_t CountLinks(const PageTree& tree, std::uint32_t node) {
  std::uint32_t links = 0;
  for (std::uint32_t i = node; i < tree.nodes[node].end; ++i) {
    if (tree.nodes[i].tag == TagCode("a") && tree.nodes[i].attributes > 0) ++links;
  }
  return links;
}

// The listing of the paper, word by word; the pagelets' first nodes in document order.
std::vector<std::uint32_t> SlowPartition(const PageTree& tree, std::uint32_t k) {
  std::vector<std::uint32_t> pagelets;
  std::queue<std::uint32_t> queue({0});
  while (!queue.empty()) {
    const std::uint32_t v = queue.front();
    queue.pop();
    std::vector<std::uint32_t> children;
    for (std::uint32_t c = 0; c < tree.nodes.size(); ++c) {
      if (c != 0 && tree.nodes[c].parent == v) children.push_back(c);
    }
    const bool opened = std::any_of(children.begin(), children.end(),
                                    [&](std::uint32_t c) { return CountLinks(tree, c) >= k; });
    if (!opened) pagelets.push_back(v);
    for (std::size_t i = 0; opened && i < children.size(); ++i) queue.push(children[i]);
  }
  std::sort(pagelets.begin(), pagelets.end());
  return pagelets;
}

TEST(PartitionPage, AgreesWithTheListing) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const RandomTree random(seed);
    const PageTree& tree = random.tree();
    std::vector<std::uint32_t> first;
    for (const Pagelet& pagelet : PartitionPage(tree, {})) {
      first.push_back(pagelet.first_node);
      EXPECT_EQ(pagelet.links, CountLinks(tree, pagelet.first_node));
    }
    EXPECT_EQ(first, SlowPartition(tree, 3)) << seed;
  }
}

TEST(PartitionPage, EveryTextIsInOnePagelet) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const RandomTree random(seed);
    for (const bool join : {false, true}) {
      std::uint32_t next = 0;
      for (const Pagelet& pagelet : PartitionPage(random.tree(), {3, join})) {
        EXPECT_EQ(pagelet.first_text, next);
        next += pagelet.texts;
      }
      EXPECT_EQ(next, static_cast<std::uint32_t>(std::count_if(
                          random.tree().nodes.begin(), random.tree().nodes.end(),
                          [](const PageNode& node) { return node.tag == kTextTag; })));
    }
  }
}

TEST(PartitionPage, NeighboursAreJoinedUntilTheyHaveKLinks) {
  HtmlPages digester(Segmentation::kTextNodes);
  const std::string bar = "<div><a href=1>1</a><a href=2>2</a><a href=3>3</a></div>";
  const Page page = digester.Digest(
      bar + "<p>one <a href=x>x</a><p>two <a href=y>y</a><p>three <a href=z>z</a>", "http://e/");
  std::vector<std::uint32_t> links;
  for (const Pagelet& pagelet : PartitionPage(page.tree, {3, true})) links.push_back(pagelet.links);
  EXPECT_EQ(links, (std::vector<std::uint32_t>{3, 2, 1}));
}

std::vector<std::uint64_t> TokensOf(const Page& page) {
  PageletTokens tokens;
  tokens.Read(page);
  std::vector<std::uint64_t> all;
  for (const Pagelet& pagelet : PartitionPage(page.tree, {})) {
    const auto of = tokens.of(pagelet);
    all.insert(all.end(), of.begin(), of.end());
  }
  return all;
}

TEST(PageletTokens, WordsAndTargetsWhereTheyStand) {
  HtmlPages digester(Segmentation::kTextNodes);
  const auto here =
      TokensOf(digester.Digest("<p>one <a href='../b'>two</a> three", "http://e/a/1"));
  const auto there = TokensOf(digester.Digest("<p>one <a href=/b>two</a> three", "http://e/2"));
  EXPECT_EQ(here, there) << "targets are absolute";
  ASSERT_EQ(here.size(), 4u);
  EXPECT_EQ(here[0], FastHash64("one"));
  EXPECT_EQ(here[2], FastHash64("two"));
  EXPECT_NE(here, TokensOf(digester.Digest("<p>one <a href=/c>two</a> three", "http://e/3")));
}

TEST(PageletTokens, PicturesThatLinkAreTokens) {
  HtmlPages digester(Segmentation::kTextNodes);
  const auto tokens = TokensOf(digester.Digest(
      "<a href=/b><img src=b.png></a><a href='#top'><img></a><a name=x></a>", "http://e/1"));
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_NE(tokens[0], tokens[1]);
  EXPECT_EQ(tokens[1], TokensOf(digester.Digest("<a href='#top'></a>", "http://e/2")).at(0))
      << "a link into the page is the same on all pages";
}

std::uint64_t SlowMinShingle(const std::vector<std::uint64_t>& tokens, std::size_t width) {
  if (tokens.empty()) return 0;
  width = std::min(width, tokens.size());
  std::uint64_t least = ~std::uint64_t{0};
  for (std::size_t i = 0; i + width <= tokens.size(); ++i) {
    std::uint64_t shingle = 0;
    for (std::size_t j = i; j < i + width; ++j) shingle = shingle * 0x9e3779b97f4a7c15 + tokens[j];
    least = std::min(least, Mix64(shingle ^ Seed64(0)));
  }
  return least;
}

TEST(MinShingle, AgreesWithTheDefinition) {
  Dice dice(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::uint64_t> tokens(dice.Below(40));
    for (std::uint64_t& token : tokens) token = Mix64(dice.Below(50));
    const std::uint32_t width = 1 + dice.Below(12);
    EXPECT_EQ(MinShingle(tokens, width), SlowMinShingle(tokens, width));
  }
}

// Two sets agree in their least shingle as often as they resemble each other.
TEST(MinShingle, AgreesWithTheResemblance) {
  int equal = 0;
  for (std::uint64_t round = 0; round < 2'000; ++round) {
    std::vector<std::uint64_t> a, b;
    for (std::uint64_t i = 0; i < 30; ++i) {
      if (i < 20) a.push_back(Mix64(round * 100 + i));
      if (i >= 10) b.push_back(Mix64(round * 100 + i));
    }
    equal += MinShingle(a, 1) == MinShingle(b, 1) ? 1 : 0;  // 10 of 30 tokens in common
  }
  EXPECT_NEAR(equal / 2'000.0, 1 / 3.0, 0.04);
}

}  // namespace
}  // namespace thresh
