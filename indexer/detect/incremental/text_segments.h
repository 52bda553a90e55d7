// TextSegments: a page as the text segments of its blocks (WFCGX 2.1). A text segment is a text
// node, and belongs to its innermost element that separates blocks. Two segments are the
// same if their text and the tags from the body down to them are. One object serves page after
// page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "indexer/records.h"

namespace thresh {

enum class Separators {
  kPaper,   // table, div
  kModern,  // all elements of layout, those of HTML 5 too
};

struct TextSegment {
  Hash128 identity;               // of text and path
  std::uint32_t code_points = 0;  // its length
  std::uint32_t block = 0;        // in opening order; 0 is the body
};

class TextSegments {
 public:
  explicit TextSegments(Separators separators);

  // A page cut at text nodes.
  void Read(const Page& page);
  std::span<const TextSegment> segments() const { return segments_; }  // by text node
  std::uint32_t blocks() const { return blocks_; }
  std::size_t bytes() const;

 private:
  struct Place {  // of a node in the page
    Hash128 path;
    std::uint32_t block;
  };
  bool Separates(std::uint32_t tag) const;
  Place PlaceOf(const PageNode& node);

  std::vector<std::uint32_t> separators_;  // tag codes, ascending
  std::vector<Place> places_;              // by node
  std::vector<TextSegment> segments_;
  std::uint32_t blocks_ = 0;
};

}  // namespace thresh
