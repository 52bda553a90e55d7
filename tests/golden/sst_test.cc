// Site style tree: its shape, the importance of its elements and what is noise.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "common/base/hash.h"
#include "indexer/detect/sst/marked_styles.h"
#include "indexer/detect/sst/style_tree.h"
#include "tests/golden/golden_tree.h"

namespace thresh {
namespace {

// "=words" in the file is the content of the element around it.
StyledPage Read(const nlohmann::json& golden, std::map<std::uint64_t, std::string>* tags) {
  StyledPage page;
  std::vector<std::size_t> open;
  bool text = false;
  const auto enter = [&](const std::string& label) {
    text = label.front() == '=';
    if (text) {
      StyledNode& leaf = page.nodes[open.back()];
      leaf.first_feature = static_cast<std::uint32_t>(page.features.size());
      std::istringstream in(label.substr(1));
      for (std::string word; in >> word; ++leaf.features) page.features.push_back(FastHash64(word));
      return;
    }
    open.push_back(page.nodes.size());
    page.nodes.emplace_back().style = FastHash64(label);
    (*tags)[FastHash64(label)] = label;
  };
  const auto leave = [&] {
    if (!std::exchange(text, false)) {
      page.nodes[open.back()].end = static_cast<std::uint32_t>(page.nodes.size());
      open.pop_back();
    }
  };
  WalkGolden(golden, enter, leave);
  return page;
}

class GoldenStyleTree {
 public:
  explicit GoldenStyleTree(const nlohmann::json& pages) {
    for (const auto& golden : pages) {
      pages_.push_back(Read(golden, &tags_));
      elements_.push_back(tree_.Add(pages_.back()));
      for (std::size_t i = 0; i < elements_.back().size(); ++i)
        names_[elements_.back()[i]] = tags_.at(pages_.back().nodes[i].style);
    }
  }
  // "/body{0}[1]/p": of each element its style and its place in it.
  std::string PathOf(std::uint32_t element) const {
    const StyleTree::Element& e = tree_.elements()[element];
    if (e.style == StyleTree::kNone) return "/" + names_.at(element);
    const StyleTree::Style& style = tree_.styles()[e.style];
    std::uint32_t rank = 0;  // styles of an owner are numbered in the order of their appearance
    for (std::uint32_t s = style.next; s != StyleTree::kNone; s = tree_.styles()[s].next) ++rank;
    return PathOf(style.owner) + "{" + std::to_string(rank) + "}[" +
           std::to_string(element - style.first_element) + "]/" + names_.at(element);
  }
  // Elements of which every occurrence is struck.
  std::set<std::uint32_t> Noisy(double threshold) const {
    const MarkedStyles marked(tree_, threshold);
    std::set<std::uint32_t> noisy, kept;
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      const std::vector<std::uint32_t> noise = marked.FindNoise(pages_[p]);
      for (std::size_t i = 0; i < noise.size(); ++i)
        (noise[i] == MarkedStyles::kNone ? kept : noisy).insert(elements_[p][i]);
    }
    for (const std::uint32_t element : kept) EXPECT_EQ(noisy.count(element), 0u) << PathOf(element);
    return noisy;
  }
  const StyleTree& tree() const { return tree_; }

 private:
  std::vector<StyledPage> pages_;
  std::vector<std::vector<std::uint32_t>> elements_;  // of each page's nodes
  std::map<std::uint64_t, std::string> tags_;
  std::map<std::uint32_t, std::string> names_;
  StyleTree tree_;
};

std::uint32_t CountStyles(const StyleTree& tree, std::uint32_t element) {
  std::uint32_t count = 0;
  for (std::uint32_t s = tree.elements()[element].last_style; s != StyleTree::kNone;
       s = tree.styles()[s].next)
    ++count;
  return count;
}

TEST(GoldenSst, Cases) {
  const nlohmann::json golden = ReadGolden("sst.json");
  for (const auto& each : golden["cases"]) {
    SCOPED_TRACE(each["name"].get<std::string>());
    const GoldenStyleTree drawn(each["pages"]);
    const StyleTree& tree = drawn.tree();
    const std::vector<StyleTree::Importance> importances = tree.Importances();
    const std::set<std::uint32_t> noisy = drawn.Noisy(each["threshold"].get<double>());
    std::map<std::string, nlohmann::json> expected;
    for (const auto& element : each["elements"]) expected[element["path"]] = element;
    ASSERT_EQ(tree.elements().size(), expected.size());
    for (std::uint32_t i = 0; i < tree.elements().size(); ++i) {
      SCOPED_TRACE(drawn.PathOf(i));
      const nlohmann::json& e = expected.at(drawn.PathOf(i));
      EXPECT_EQ(tree.elements()[i].pages, e["pages"].get<std::uint32_t>());
      EXPECT_EQ(CountStyles(tree, i), e["styles"].size());
      const double node = e["node_importance"].is_null() ? 0 : e["node_importance"].get<double>();
      EXPECT_NEAR(importances[i].node, node, 1e-6);
      EXPECT_NEAR(importances[i].composite, e["composite_importance"].get<double>(), 1e-6);
      EXPECT_EQ(noisy.count(i) > 0, e["noisy"].get<bool>());
    }
  }
}

}  // namespace
}  // namespace thresh
