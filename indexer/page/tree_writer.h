// TreeWriter: the walk over a page's elements → PageTree.
//
// Thread rule: as its Segmenter's.
#pragma once

#include <cstdint>
#include <string_view>

#include "indexer/records.h"

struct GumboInternalNode;

namespace thresh {

class TreeWriter {
 public:
  // Clears `tree` and opens node 0, the body.
  void Begin(PageTree* tree);

  // html, head and body open nothing: the body is open, and `body` only lends node 0 its
  // attributes. Returns what Close() wants.
  std::uint32_t Open(const GumboInternalNode& element, std::uint32_t parent);
  void Close(std::uint32_t node);
  void Text(std::uint32_t parent);

  void Finish();  // closes the body

 private:
  void Add(const GumboInternalNode& element, PageNode* node);
  void AddAttribute(AttributeName name, std::string_view value, PageNode* node);
  PageNode& Append(std::uint32_t parent);

  PageTree* tree_ = nullptr;
  std::uint32_t texts_ = 0;
};

// The tree of a page that was read without one: `texts` text nodes below a body.
void MakeFlatTree(std::uint32_t texts, PageTree* tree);

}  // namespace thresh
