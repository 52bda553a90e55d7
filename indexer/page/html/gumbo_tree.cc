#include "indexer/page/html/gumbo_tree.h"

#include <gumbo.h>

#include <utility>
#include <vector>

#include "indexer/page/html/attribute_names.h"

namespace thresh {
namespace {

// gumbo gives places as pointers, and what it added by itself has none.
void SetSource(const GumboStringPiece& piece, std::string_view html, HtmlNode* node) {
  if (piece.data == nullptr || piece.data < html.data() || piece.data > html.data() + html.size())
    return;
  node->source = static_cast<std::uint32_t>(piece.data - html.data());
  node->source_bytes = static_cast<std::uint32_t>(piece.length);
}

void CopyAttributes(const GumboElement& from, HtmlTree* tree, HtmlNode* node) {
  node->first_attribute = static_cast<std::uint32_t>(tree->attributes.size());
  if (IsOpaque(from.tag)) return;
  for (unsigned i = 0; i < from.attributes.length; ++i) {
    const auto& attribute = *static_cast<const GumboAttribute*>(from.attributes.data[i]);
    const HtmlAttributeName name = HtmlAttributeOf(attribute.name);
    if (name == HtmlAttributeName::kCount || !KeepsAttribute(from.tag, name)) continue;
    tree->attributes.push_back({name, tree->Keep(attribute.value)});
    ++node->attributes;
  }
}

HtmlNode ElementOf(const GumboElement& from, HtmlTree* tree) {
  HtmlNode node;
  node.tag = static_cast<std::uint16_t>(from.tag);
  node.foreign = from.tag_namespace != GUMBO_NAMESPACE_HTML;
  node.ended = from.tag == GUMBO_TAG_NOSCRIPT && from.original_end_tag.length != 0;
  // A tag that gumbo made of an end tag (</p> without <p>) has no source either.
  if (from.original_tag.length != 0) SetSource(from.original_tag, tree->html(), &node);
  CopyAttributes(from, tree, &node);
  return node;
}

// False for what the tree does not keep.
bool NodeOf(const GumboNode& from, HtmlTree* tree, HtmlNode* node) {
  switch (from.type) {
    case GUMBO_NODE_ELEMENT:
    case GUMBO_NODE_TEMPLATE:
      *node = ElementOf(from.v.element, tree);
      return true;
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
    case GUMBO_NODE_WHITESPACE:
      *node = {};
      node->kind =
          from.type == GUMBO_NODE_WHITESPACE ? HtmlNode::Kind::kSpace : HtmlNode::Kind::kText;
      node->text = tree->Keep(from.v.text.text);
      SetSource(from.v.text.original_text, tree->html(), node);
      return true;
    case GUMBO_NODE_DOCUMENT:
    case GUMBO_NODE_COMMENT:
      return false;
  }
  return false;
}

}  // namespace

void CopyGumboTree(const GumboNode& root, HtmlTree* tree) {
  // Elements whose children are still to be copied, each with the number of its copy and of the
  // next child.
  struct Open {
    const GumboNode* from;
    std::uint32_t copy;
    unsigned next;
  };
  HtmlNode node;
  NodeOf(root, tree, &node);
  std::vector<Open> open = {{&root, tree->Add(node), 0}};
  while (!open.empty()) {
    Open& top = open.back();
    const GumboVector& children = top.from->v.element.children;
    if (top.next == children.length || IsOpaque(top.from->v.element.tag)) {
      open.pop_back();
      continue;
    }
    const auto& child = *static_cast<const GumboNode*>(children.data[top.next++]);
    if (!NodeOf(child, tree, &node)) continue;
    const std::uint32_t copy = tree->Add(node);
    tree->Append(top.copy, copy);
    if (child.type == GUMBO_NODE_ELEMENT) open.push_back({&child, copy, 0});
  }
}

}  // namespace thresh
