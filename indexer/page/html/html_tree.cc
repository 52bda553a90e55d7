#include "indexer/page/html/html_tree.h"

#include <gumbo.h>

#include "common/base/ascii.h"

namespace thresh {
namespace {

constexpr std::size_t kKeptBytes = std::size_t{16} << 20U;

}  // namespace

bool KeepsAttribute(unsigned tag, HtmlAttributeName name) {
  switch (name) {
    case HtmlAttributeName::kHref:
      return tag == GUMBO_TAG_A || tag == GUMBO_TAG_AREA || tag == GUMBO_TAG_BASE;
    case HtmlAttributeName::kSrc:
      return tag == GUMBO_TAG_IMG;
    case HtmlAttributeName::kName:
    case HtmlAttributeName::kProperty:
    case HtmlAttributeName::kContent:
      return tag == GUMBO_TAG_META;
    case HtmlAttributeName::kLang:
      return tag == GUMBO_TAG_HTML;
    default:
      return true;
  }
}

bool IsOpaque(unsigned tag) {
  return tag == GUMBO_TAG_SCRIPT || tag == GUMBO_TAG_STYLE || tag == GUMBO_TAG_SVG ||
         tag == GUMBO_TAG_TEMPLATE;
}

void HtmlTree::Clear(std::string_view html) {
  // One monster does not make a thread big for the rest of a build.
  if (MemoryBytes() > kKeptBytes) *this = HtmlTree();
  html_ = html;
  own_.clear();
  nodes.clear();
  attributes.clear();
}

void HtmlTree::Append(std::uint32_t parent, std::uint32_t node) {
  HtmlNode& above = nodes[parent];
  HtmlNode& added = nodes[node];
  added.parent = parent;
  added.previous = above.last_child;
  added.next = kNoNode;
  if (above.last_child == kNoNode) {
    above.first_child = node;
  } else {
    nodes[above.last_child].next = node;
  }
  above.last_child = node;
}

void HtmlTree::InsertBefore(std::uint32_t sibling, std::uint32_t node) {
  HtmlNode& behind = nodes[sibling];
  HtmlNode& added = nodes[node];
  added.parent = behind.parent;
  added.previous = behind.previous;
  added.next = sibling;
  if (behind.previous == kNoNode) {
    nodes[behind.parent].first_child = node;
  } else {
    nodes[behind.previous].next = node;
  }
  behind.previous = node;
}

void HtmlTree::Remove(std::uint32_t node) {
  HtmlNode& gone = nodes[node];
  if (gone.parent == kNoNode) return;
  HtmlNode& above = nodes[gone.parent];
  (gone.previous == kNoNode ? above.first_child : nodes[gone.previous].next) = gone.next;
  (gone.next == kNoNode ? above.last_child : nodes[gone.next].previous) = gone.previous;
  gone.parent = gone.previous = gone.next = kNoNode;
}

void HtmlTree::MoveChildren(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t first = nodes[from].first_child;
  if (first == kNoNode) return;
  for (std::uint32_t child = first; child != kNoNode; child = nodes[child].next)
    nodes[child].parent = to;
  nodes[first].previous = nodes[to].last_child;
  (nodes[to].last_child == kNoNode ? nodes[to].first_child : nodes[nodes[to].last_child].next) =
      first;
  nodes[to].last_child = nodes[from].last_child;
  nodes[from].first_child = nodes[from].last_child = kNoNode;
}

HtmlString HtmlTree::Keep(std::string_view decoded) {
  const HtmlString string = {static_cast<std::uint32_t>(own_.size()),
                             static_cast<std::uint32_t>(decoded.size()), true};
  own_ += decoded;
  return string;
}

std::string_view HtmlTree::Attribute(const HtmlNode& node, HtmlAttributeName name) const {
  for (const HtmlAttribute& attribute : AttributesOf(node)) {
    if (attribute.name == name) return View(attribute.value);
  }
  return {};
}

std::string_view HtmlTree::WrittenName(const HtmlNode& node) const {
  if (node.source == kNoPlace) return {};
  std::string_view tag = html_.substr(node.source, node.source_bytes);
  // gumbo counts a "</>" before a tag to it.
  while (tag.starts_with("</>")) tag.remove_prefix(3);
  if (!tag.empty()) tag.remove_prefix(1);
  return tag.substr(0, tag.find_first_of(" \t\n\f\r/>"));
}

}  // namespace thresh
