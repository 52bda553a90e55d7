// PageElements: the first part of a harvest: the elements and text nodes of a page, and the white
// space of its preformatted text. The indexer judges a page by them again, and an export lays its
// text out by them. docs/FORMAT.md draws the bytes, which indexer/page/harvest_writer.cc writes.
//
// The decoder takes foreign bytes: it returns false on anything malformed. Views point into the
// bytes. A value; any thread may use one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/coder.h"

namespace thresh {

class PageElements {
 public:
  static constexpr std::uint32_t kText = 0xffffffff;  // as a kind: a text node

  // Elements with the same tag, look and attributes are of one kind.
  struct Kind {
    std::uint32_t tag = 0, look = 0;
    // A name (AttributeName in indexer/records.h) and the value. kLinkedHref has none here.
    std::span<const std::pair<std::uint8_t, std::string_view>> attributes;
  };
  struct Node {
    std::uint32_t kind = 0;
    std::uint32_t parent = 0;  // itself for node 0, which is the body
    std::uint32_t end = 0;     // after the last node of its subtree
  };
  // White space that a text node lost: what its blank at byte `at` was, or what stood in front of
  // its first byte.
  struct Space {
    std::uint32_t text = 0;  // number of the text node
    std::uint32_t at = 0;
    std::string_view white;
  };
  static constexpr std::uint8_t kClassAttribute = 0;
  static constexpr std::uint8_t kIdAttribute = 1;
  static constexpr std::uint8_t kLinkedHref = 6;

  PageElements() = default;
  PageElements(PageElements&&) = default;  // kinds point to their attributes
  PageElements& operator=(PageElements&&) = default;

  // Forgets the last page.
  [[nodiscard]] bool Decode(RecordReader* in);

  const std::vector<Kind>& kinds() const { return kinds_; }
  // In document order. Empty if the detector of the store sees no elements.
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Space>& spaces() const { return spaces_; }  // by text node and place
  std::uint32_t texts() const { return texts_; }                // text nodes

 private:
  bool ReadKinds(RecordReader* in);
  bool ReadNode(RecordReader* in);
  bool ReadSpaces(RecordReader* in);
  std::uint32_t Leave(std::uint32_t node);

  std::vector<Kind> kinds_;
  std::vector<std::pair<std::uint8_t, std::string_view>> attributes_;  // of all kinds
  std::vector<std::size_t> ends_;                                      // of each kind, in them
  std::vector<Node> nodes_;
  std::vector<Space> spaces_;
  std::uint32_t texts_ = 0;
};

}  // namespace thresh
