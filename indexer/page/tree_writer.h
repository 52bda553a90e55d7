// TreeWriter: writes the PageTree of a page while a reader walks over its elements, for
// Segmentation::kTextNodes. It knows tag codes and attributes, but no parser. A reader owns one and
// begins anew with each page. Not thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "indexer/page/html/html_tree.h"
#include "indexer/page/outline.h"
#include "indexer/records.h"

namespace thresh {

class TreeWriter {
 public:
  // Clears `tree` and opens node 0, the body. `tree` must live until Finish.
  void Begin(PageTree* tree);

  // Opens a node for an element and returns its number. html, head and body open nothing: the body
  // is open already, and node 0 is returned.
  std::uint32_t Open(std::uint32_t tag, std::uint32_t parent);
  // Attributes of the node that was opened last; the body's while it is the only node. Attributes
  // that no detector asks for are ignored.
  void Attribute(std::uint32_t node, HtmlAttributeName name, std::string_view value);
  void TagName(std::uint32_t node, std::string_view name);  // of an unknown tag
  void Look(std::uint32_t node, const AttributeVector& style);
  // Closes a node. Nodes are closed in the reverse order of Open.
  void Close(std::uint32_t node);
  void Text(std::uint32_t parent);
  // Notes the white space of a preformatted text as it is written, before Text adds its node. Text
  // of white space alone has no node: its white space stands in front of the next text.
  void Preformatted(std::string_view text);
  // The next text begins without white space of texts before it.
  void EndPreformatted() { white_.clear(); }

  // Whether the body has no node yet. Later <body> tags of a broken page lend it no attributes.
  bool only_body() const { return tree_->nodes.size() == 1; }

  // Closes the body. The tree is complete.
  void Finish();

 private:
  void Add(std::uint32_t node, AttributeName name, std::string_view value);
  PageNode& Append(std::uint32_t parent);

  PageTree* tree_ = nullptr;
  std::uint32_t texts_ = 0;
  std::string white_;  // of preformatted text, in front of what comes
};

// The tree of a page that was read without one: `texts` text nodes below a body.
void MakeFlatTree(std::uint32_t texts, PageTree* tree);

}  // namespace thresh
