#include "indexer/page/html/same_tree.h"

#include <gumbo.h>

#include <utility>
#include <vector>

namespace thresh {
namespace {

std::string Describe(const HtmlTree& tree, std::uint32_t number) {
  if (number == kNoNode) return "nothing";
  const HtmlNode& node = tree.nodes[number];
  std::string text =
      node.kind == HtmlNode::Kind::kElement
          ? "<" + std::string(gumbo_normalized_tagname(static_cast<GumboTag>(node.tag))) +
                "> with " + std::to_string(node.attributes) + " attributes"
          : "text [" + std::string(tree.View(node.text).substr(0, 60)) + "]";
  if (node.source == kNoPlace) return text + " of no place";
  return text + " at " + std::to_string(node.source) + "+" + std::to_string(node.source_bytes);
}

bool SameAttributes(const HtmlTree& a, const HtmlNode& x, const HtmlTree& b, const HtmlNode& y) {
  if (x.attributes != y.attributes) return false;
  for (std::uint32_t i = 0; i < x.attributes; ++i) {
    const HtmlAttribute& p = a.AttributesOf(x)[i];
    const HtmlAttribute& q = b.AttributesOf(y)[i];
    if (p.name != q.name || a.View(p.value) != b.View(q.value)) return false;
  }
  return true;
}

bool SameNode(const HtmlTree& a, const HtmlNode& x, const HtmlTree& b, const HtmlNode& y) {
  if (x.kind != y.kind || x.source != y.source) return false;
  if (x.source != kNoPlace && x.source_bytes != y.source_bytes) return false;
  if (x.kind != HtmlNode::Kind::kElement) return a.View(x.text) == b.View(y.text);
  return x.tag == y.tag && x.foreign == y.foreign && x.ended == y.ended &&
         SameAttributes(a, x, b, y);
}

// The first pair of nodes that differ, or two times kNoNode.
std::pair<std::uint32_t, std::uint32_t> FirstPair(const HtmlTree& a, const HtmlTree& b) {
  const std::uint32_t first = a.nodes.empty() ? kNoNode : 0;
  const std::uint32_t second = b.nodes.empty() ? kNoNode : 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> todo = {{first, second}};
  while (!todo.empty()) {
    const auto [i, j] = todo.back();
    todo.pop_back();
    if (i == kNoNode && j == kNoNode) continue;
    if (i == kNoNode || j == kNoNode || !SameNode(a, a.nodes[i], b, b.nodes[j])) return {i, j};
    todo.emplace_back(a.nodes[i].next, b.nodes[j].next);
    todo.emplace_back(a.nodes[i].first_child, b.nodes[j].first_child);
  }
  return {kNoNode, kNoNode};
}

}  // namespace

bool SameTree(const HtmlTree& a, const HtmlTree& b) {
  return FirstPair(a, b) == std::pair(kNoNode, kNoNode);
}

std::string FirstDifference(const HtmlTree& a, const HtmlTree& b) {
  const auto [i, j] = FirstPair(a, b);
  if (i == kNoNode && j == kNoNode) return {};
  return Describe(a, i) + " and " + Describe(b, j);
}

}  // namespace thresh
