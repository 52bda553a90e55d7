#include "indexer/detect/sst/style_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "indexer/detect/sst/marked_styles.h"
#include "indexer/page/tag_codes.h"
#include "tests/support/dice.h"
#include "tests/support/page_maker.h"

namespace thresh {
namespace {

// A random page: few tags, few words, at most three levels.
StyledPage RandomPage(Dice* dice) {
  StyledPage page;
  const auto grow = [&](const auto& self, std::uint32_t depth) -> void {
    const std::size_t number = page.nodes.size();
    page.nodes.push_back({depth == 0 ? 0 : dice->Below(2), 0, 0, 0, 0, 0});
    const std::uint32_t children = depth == 3 ? 0 : dice->Below(3);
    for (std::uint32_t i = 0; i < children; ++i) self(self, depth + 1);
    StyledNode& node = page.nodes[number];
    node.end = static_cast<std::uint32_t>(page.nodes.size());
    node.first_feature = static_cast<std::uint32_t>(page.features.size());
    if (children > 0) return;
    node.features = dice->Below(4);
    for (std::uint32_t i = 0; i < node.features; ++i) page.features.push_back(dice->Below(6));
  };
  grow(grow, 0);
  return page;
}

// The slow, obvious twin: every element remembers all that was seen in it, page by page.
struct SlowElement {
  struct Style {
    std::vector<std::unique_ptr<SlowElement>> elements;
    int pages = 0;
  };
  std::map<std::vector<std::uint64_t>, Style> styles;
  std::vector<std::multiset<std::uint64_t>> contents;  // one for each page without children
  int pages = 0;

  void Merge(const StyledPage& page, std::uint32_t node) {
    ++pages;
    const StyledNode& at = page.nodes[node];
    if (at.end == node + 1) {
      const auto begin = page.features.begin() + at.first_feature;
      contents.emplace_back(begin, begin + at.features);
      return;
    }
    std::vector<std::uint64_t> tags;
    std::vector<std::uint32_t> children;
    for (std::uint32_t c = node + 1; c < at.end; c = page.nodes[c].end) {
      tags.push_back(page.nodes[c].style);
      children.push_back(c);
    }
    Style& style = styles[tags];
    ++style.pages;
    while (style.elements.size() < children.size())
      style.elements.push_back(std::make_unique<SlowElement>());
    for (std::size_t i = 0; i < children.size(); ++i) style.elements[i]->Merge(page, children[i]);
  }

  double Content() const {
    if (pages == 1) return 1;
    std::set<std::uint64_t> features;
    for (const auto& content : contents) features.insert(content.begin(), content.end());
    if (features.empty()) return 0;
    double sum = 0;
    for (const std::uint64_t feature : features) {
      double all = 0, entropy = 0;
      for (const auto& content : contents) all += static_cast<double>(content.count(feature));
      for (const auto& content : contents) {
        const double p = static_cast<double>(content.count(feature)) / all;
        if (p > 0) entropy -= p * std::log(p) / std::log(pages);
      }
      sum += entropy;
    }
    return 1 - sum / static_cast<double>(features.size());
  }

  double Composite() const {
    const double content = contents.empty() ? 0 : Content();
    if (styles.empty()) return content;
    double entropy = 0, inside = 0;
    int count = 0;
    const auto add = [&](double p, double importance) {
      entropy -= p * std::log(p) / std::log(pages);
      inside += p * importance;
      ++count;
    };
    for (const auto& [tags, style] : styles) {
      double sum = 0;
      for (const auto& element : style.elements) sum += element->Composite();
      add(static_cast<double>(style.pages) / pages,
          sum / static_cast<double>(style.elements.size()));
    }
    if (!contents.empty()) add(static_cast<double>(contents.size()) / pages, content);
    return (1 - std::pow(0.9, count)) * (pages == 1 ? 1 : entropy) + std::pow(0.9, count) * inside;
  }

  bool Quiet(double threshold) const {
    if (Composite() > threshold) return false;
    for (const auto& [tags, style] : styles) {
      for (const auto& element : style.elements) {
        if (!element->Quiet(threshold)) return false;
      }
    }
    return true;
  }

  // Map (Yi, Liu, Li 2003, 5): which nodes of the page are noise.
  void Clean(const StyledPage& page, std::uint32_t node, double threshold,
             std::set<std::uint32_t>* noise) const {
    if (Quiet(threshold)) {
      for (std::uint32_t i = node; i < page.nodes[node].end; ++i) noise->insert(i);
      return;
    }
    std::vector<std::uint64_t> tags;
    std::vector<std::uint32_t> children;
    for (std::uint32_t c = node + 1; c < page.nodes[node].end; c = page.nodes[c].end) {
      tags.push_back(page.nodes[c].style);
      children.push_back(c);
    }
    const auto style = styles.find(tags);
    for (std::size_t i = 0; style != styles.end() && i < children.size(); ++i)
      style->second.elements[i]->Clean(page, children[i], threshold, noise);
  }
};

TEST(StyleTree, AgreesWithTheDefinitions) {
  Dice dice(5);
  std::size_t noise_seen = 0;
  for (int round = 0; round < 500; ++round) {
    StyleTree tree;
    SlowElement slow;
    std::vector<StyledPage> pages(1 + dice.Below(12));
    for (StyledPage& page : pages) {
      page = RandomPage(&dice);
      tree.Add(page);
      slow.Merge(page, 0);
    }
    EXPECT_NEAR(tree.Importances()[0].composite, slow.Composite(), 1e-9);
    const MarkedStyles marked(tree, 0.7);
    for (int i = 0; i < 5; ++i) pages.push_back(RandomPage(&dice));
    for (const StyledPage& page : pages) {
      std::set<std::uint32_t> expected, found;
      slow.Clean(page, 0, 0.7, &expected);
      const std::vector<std::uint32_t> noise = marked.FindNoise(page);
      for (std::uint32_t node = 0; node < noise.size(); ++node) {
        if (noise[node] != MarkedStyles::kNone) found.insert(node);
      }
      EXPECT_EQ(found, expected);
      noise_seen += found.size();
    }
  }
  EXPECT_GT(noise_seen, 100u);
}

// "div(# p b(#))": # is a run of content.
std::string Draw(const StyledPage& page, std::uint32_t node) {
  const auto tag = static_cast<std::uint32_t>(page.nodes[node].style >> 32);
  std::string out = tag == kTextTag ? "#" : std::string(TagName(tag)), inside;
  for (std::uint32_t c = node + 1; c < page.nodes[node].end; c = page.nodes[c].end)
    inside += (inside.empty() ? "" : " ") + Draw(page, c);
  return inside.empty() ? out : out + "(" + inside + ")";
}

TEST(StyledPage, ContentAmongElementsIsAnElement) {
  HtmlPages digester(Segmentation::kTextNodes);
  StyledPageReader reader(true);
  const Page page = digester.Digest(
      "<div>one <a href=x>two</a> <img src=i.png> three<p>four <a "
      "href=y>five</a></p><i></i>six</div>",
      "http://e/");
  const StyledPage& styled = reader.Read(page);
  EXPECT_EQ(Draw(styled, 0), "body(div(# p i #))");
  EXPECT_EQ(styled.nodes[2].texts, 3u);
  EXPECT_EQ(styled.nodes[2].features, 5u) << "three words, a target and a picture";
  EXPECT_EQ(styled.nodes[3].first_text, 3u);
  EXPECT_EQ(styled.nodes[3].features, 3u);
  EXPECT_EQ(styled.nodes[5].first_text, 5u);
}

TEST(StyledPage, DisplayAttributesCount) {
  HtmlPages digester(Segmentation::kTextNodes);
  const Page red = digester.Digest("<table bgcolor=red><tr><td>x</table>", "http://e/");
  const Page plain = digester.Digest("<table class=red><tr><td>x</table>", "http://e/");
  for (const bool attributes : {true, false}) {
    StyledPageReader reader(attributes);
    const std::uint64_t style = PresentationStyle(reader.Read(red), 0);
    EXPECT_EQ(style != PresentationStyle(reader.Read(plain), 0), attributes);
  }
}

TEST(StyledPage, PackedPagesComeBack) {
  HtmlPages digester(Segmentation::kTextNodes);
  StyledPageReader reader(true);
  const Page page =
      digester.Digest("<p>one two<p><b>three</b> <a href=x>four</a><x-y>five</x-y>", "http://e/");
  const StyledPage& styled = reader.Read(page);
  StyledPage back;
  ASSERT_TRUE(UnpackShape(PackShape(styled), &back));
  ASSERT_TRUE(UnpackFeatures(PackFeatures(styled), &back));
  EXPECT_EQ(PackShape(back), PackShape(styled));
  EXPECT_EQ(PackFeatures(back), PackFeatures(styled));
  EXPECT_EQ(back.features, styled.features);
  EXPECT_FALSE(UnpackShape(PackShape(styled).substr(4), &back)) << "a tree without its root's end";
  EXPECT_FALSE(UnpackFeatures("x", &back));
}

}  // namespace
}  // namespace thresh
