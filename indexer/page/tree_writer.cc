#include "indexer/page/tree_writer.h"

#include <gumbo.h>

#include <algorithm>

#include "common/base/ascii.h"
#include "common/base/hash.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

// Detectors compare values. A data: URL of a megabyte helps nobody, and neither does a script that
// generates a hundred attributes.
constexpr std::size_t kMaxValueBytes = 4096;
constexpr std::uint16_t kMaxAttributes = 8;

// More white space in a row is no layout of a text.
constexpr std::size_t kMaxWhiteBytes = 256;

bool OpensNothing(std::uint32_t tag) {
  return tag == GUMBO_TAG_HTML || tag == GUMBO_TAG_HEAD || tag == GUMBO_TAG_BODY;
}

}  // namespace

void TreeWriter::Begin(PageTree* tree) {
  tree_ = tree;
  texts_ = 0;
  tree->nodes.clear();
  tree->attributes.clear();
  tree->bytes.clear();
  tree->spaces.clear();
  white_.clear();
  Append(0).tag = GUMBO_TAG_BODY;
}

PageNode& TreeWriter::Append(std::uint32_t parent) {
  PageNode& node = tree_->nodes.emplace_back();
  node.parent = parent;
  node.first_text = texts_;
  // This is right for a text node. Close moves the end of an element.
  node.end = static_cast<std::uint32_t>(tree_->nodes.size());
  node.first_attribute = static_cast<std::uint32_t>(tree_->attributes.size());
  return node;
}

std::uint32_t TreeWriter::Open(std::uint32_t tag, std::uint32_t parent) {
  if (OpensNothing(tag)) return 0;
  const auto number = static_cast<std::uint32_t>(tree_->nodes.size());
  Append(parent).tag = tag;
  return number;
}

void TreeWriter::Add(std::uint32_t node, AttributeName name, std::string_view value) {
  PageNode& owner = tree_->nodes[node];
  value = TrimHtmlSpace(value);
  if (value.empty() || owner.attributes == kMaxAttributes) return;
  value = value.substr(0, kMaxValueBytes);
  const auto begin = static_cast<std::uint32_t>(tree_->bytes.size());
  tree_->bytes += value;
  tree_->attributes.push_back({name, begin, static_cast<std::uint32_t>(tree_->bytes.size())});
  ++owner.attributes;
}

void TreeWriter::Attribute(std::uint32_t node, HtmlAttributeName name, std::string_view value) {
  const std::uint32_t tag = tree_->nodes[node].tag;
  switch (name) {
    case HtmlAttributeName::kClass:
      return Add(node, AttributeName::kClass, value);
    case HtmlAttributeName::kId:
      return Add(node, AttributeName::kId, value);
    case HtmlAttributeName::kRole:
      return Add(node, AttributeName::kRole, value);
    case HtmlAttributeName::kHref:
      // The tree of html keeps the href of <base>, too.
      if (tag == GUMBO_TAG_A || tag == GUMBO_TAG_AREA) Add(node, AttributeName::kHref, value);
      return;
    case HtmlAttributeName::kSrc:
      return Add(node, AttributeName::kSource, value);
    default:
      return;
  }
}

void TreeWriter::TagName(std::uint32_t node, std::string_view name) {
  Add(node, AttributeName::kTagName, name);
}

// PageNode::look is 0 only if the whole vector is 0, hence the last bit.
void TreeWriter::Look(std::uint32_t node, const AttributeVector& style) {
  if (std::all_of(style.begin(), style.end(), [](std::int32_t a) { return a == 0; })) return;
  std::uint64_t hash = 0;
  for (const std::int32_t a : style) hash = Mix64(hash ^ static_cast<std::uint32_t>(a));
  tree_->nodes[node].look = static_cast<std::uint32_t>(hash) | 1;
}

// Node 0 stays open: gumbo puts elements behind </body> into the body.
void TreeWriter::Close(std::uint32_t node) {
  if (node != 0) tree_->nodes[node].end = static_cast<std::uint32_t>(tree_->nodes.size());
}

void TreeWriter::Text(std::uint32_t parent) {
  Append(parent).tag = kTextTag;
  ++texts_;
}

// Counts bytes as OutlineWriter::Text collapses them: a run of white space inside the text is one
// blank, and none is left at its ends.
void TreeWriter::Preformatted(std::string_view text) {
  std::uint32_t at = 0;
  for (const char c : text) {
    if (IsHtmlSpace(c)) {
      // A line ends with LF or CRLF.
      if (c != '\r' && white_.size() < kMaxWhiteBytes) white_ += c;
      continue;
    }
    if (c == '\0') continue;
    if (!white_.empty()) {
      if (white_ != " ") tree_->spaces.push_back({texts_, at, white_});
      if (at > 0) ++at;
      white_.clear();
    }
    ++at;
  }
}

void TreeWriter::Finish() { tree_->nodes[0].end = static_cast<std::uint32_t>(tree_->nodes.size()); }

void MakeFlatTree(std::uint32_t texts, PageTree* tree) {
  TreeWriter writer;
  writer.Begin(tree);
  for (std::uint32_t i = 0; i < texts; ++i) writer.Text(0);
  writer.Finish();
}

}  // namespace thresh
