#include "indexer/page/tree_writer.h"

#include <gumbo.h>

#include <string>
#include <string_view>

#include "common/base/ascii.h"
#include "common/base/hash.h"
#include "indexer/page/block_style.h"
#include "indexer/page/tag_codes.h"
#include "indexer/page/tags.h"

namespace thresh {
namespace {

constexpr std::size_t kMaxValueBytes = 4096;
constexpr std::uint16_t kMaxAttributes = 8;

std::string UnknownName(const GumboElement& element) {
  GumboStringPiece name = element.original_tag;
  gumbo_tag_from_original_text(&name);
  return LowerAscii({name.data == nullptr ? "" : name.data, name.length});
}

std::uint32_t LookOf(const GumboInternalNode& node) {
  AttributeVector vector = StyleAttributes(node, 0);
  bool plain = true;
  for (std::int32_t& a : vector) plain = plain && a == 0;
  if (plain) return 0;
  std::uint64_t hash = 0;
  for (const std::int32_t a : vector) hash = Mix64(hash ^ static_cast<std::uint32_t>(a));
  return static_cast<std::uint32_t>(hash) | 1;
}

bool OpensNothing(GumboTag tag) {
  return tag == GUMBO_TAG_HTML || tag == GUMBO_TAG_HEAD || tag == GUMBO_TAG_BODY;
}

}  // namespace

void TreeWriter::Begin(PageTree* tree) {
  tree_ = tree;
  texts_ = 0;
  tree->nodes.clear();
  tree->attributes.clear();
  tree->bytes.clear();
  Append(0).tag = GUMBO_TAG_BODY;
}

PageNode& TreeWriter::Append(std::uint32_t parent) {
  PageNode& node = tree_->nodes.emplace_back();
  node.parent = parent;
  node.first_text = texts_;
  node.end = static_cast<std::uint32_t>(tree_->nodes.size());
  node.first_attribute = static_cast<std::uint32_t>(tree_->attributes.size());
  return node;
}

void TreeWriter::AddAttribute(AttributeName name, std::string_view value, PageNode* node) {
  value = TrimHtmlSpace(value);
  if (value.empty() || node->attributes == kMaxAttributes) return;
  value = value.substr(0, kMaxValueBytes);
  const auto begin = static_cast<std::uint32_t>(tree_->bytes.size());
  tree_->bytes += value;
  tree_->attributes.push_back({name, begin, static_cast<std::uint32_t>(tree_->bytes.size())});
  ++node->attributes;
}

void TreeWriter::Add(const GumboInternalNode& element, PageNode* node) {
  const GumboElement& from = element.v.element;
  if (from.attributes.length == 0) return;
  node->look = LookOf(element);
  const bool links = from.tag == GUMBO_TAG_A || from.tag == GUMBO_TAG_AREA;
  for (unsigned i = 0; i < from.attributes.length; ++i) {
    const auto& attribute = *static_cast<const GumboAttribute*>(from.attributes.data[i]);
    const std::string_view name = attribute.name;
    if (name == "class") AddAttribute(AttributeName::kClass, attribute.value, node);
    if (name == "id") AddAttribute(AttributeName::kId, attribute.value, node);
    if (name == "role") AddAttribute(AttributeName::kRole, attribute.value, node);
    if (name == "href" && links) AddAttribute(AttributeName::kHref, attribute.value, node);
    if (name == "src" && from.tag == GUMBO_TAG_IMG)
      AddAttribute(AttributeName::kSource, attribute.value, node);
  }
}

std::uint32_t TreeWriter::Open(const GumboInternalNode& element, std::uint32_t parent) {
  const GumboTag tag = element.v.element.tag;
  if (OpensNothing(tag)) {
    PageNode& body = tree_->nodes[0];
    if (tag == GUMBO_TAG_BODY && tree_->nodes.size() == 1) Add(element, &body);
    return 0;
  }
  const auto number = static_cast<std::uint32_t>(tree_->nodes.size());
  PageNode& node = Append(parent);
  node.tag = tag;
  if (tag == GUMBO_TAG_UNKNOWN) {
    const std::string name = UnknownName(element.v.element);
    node.tag = TagCode(name);
    AddAttribute(AttributeName::kTagName, name, &node);
  }
  Add(element, &node);
  return number;
}

void TreeWriter::Close(std::uint32_t node) {
  if (node != 0) tree_->nodes[node].end = static_cast<std::uint32_t>(tree_->nodes.size());
}

void TreeWriter::Text(std::uint32_t parent) {
  Append(parent).tag = kTextTag;
  ++texts_;
}

void TreeWriter::Finish() { tree_->nodes[0].end = static_cast<std::uint32_t>(tree_->nodes.size()); }

void MakeFlatTree(std::uint32_t texts, PageTree* tree) {
  TreeWriter writer;
  writer.Begin(tree);
  for (std::uint32_t i = 0; i < texts; ++i) writer.Text(0);
  writer.Finish();
}

}  // namespace thresh
