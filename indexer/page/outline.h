// Outline: a page as text in spans, each span in one block. It is the seam of this room: each
// reader of a page (gumbo with the Segmenter, the tag stripper, plain text) fills one through an
// OutlineWriter, and no step after it knows tags or trees. A Digester owns one, and every reader
// clears it first. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "indexer/records.h"

namespace thresh {

// The paper's attribute vector A (Chen et al. 2006, 3.1): tag code, bgcolor, width, height, align,
// border, cellpadding, cellspacing.
using AttributeVector = std::array<std::int32_t, 8>;

struct LayoutBlock {
  std::uint32_t parent = 0;  // itself for the root
  // 1-based among the blocks of its parent, 0 for the root: the last number of position D.
  std::uint32_t rank = 0;
  std::uint32_t children = 0;  // blocks directly below
  AttributeVector attributes{};
  Hash128 path;            // of D
  std::uint64_t look = 0;  // CleanedLook; Segmentation::kStyledBlocks only
};

// Key of the block-style cluster: equal if A and D are equal.
Hash128 StyleOf(const LayoutBlock& block);
inline bool HasStyleOf(const LayoutBlock& block, const LayoutBlock& other) {
  return block.path == other.path && block.attributes == other.attributes;
}

struct Anchor {
  std::string_view href;  // as written
  BlockNo block;
  std::uint32_t first_span = 0;
  std::uint32_t spans = 0;
  std::uint32_t node = 0;  // in the tree; kTextNodes only
};

struct Outline {
  std::string text;
  std::vector<Span> spans;          // without token numbers
  std::vector<LayoutBlock> blocks;  // [0] is the body and always exists
  std::vector<Anchor> anchors;
  std::string title;
  std::string description;
  std::string language;
  std::string_view base_href;  // of <base>, as written
  std::string canonical_href;  // of the first <link rel=canonical>
  std::uint32_t heading_first_span = 0;
  std::uint32_t heading_spans = 0;  // of the first h1 with text; 0 without one
  bool depth_cut = false;
  bool noindex = false;           // <meta name=robots> asks for it
  bool svg_text = false;          // a drawing has text, which is not in `text`
  bool noscript_text = false;     // a <noscript> has text, which is not in `text`
  bool attribute_text = false;    // so has an attribute that is shown or read aloud
  PageTree tree;                  // kTextNodes only
  std::vector<SourceLine> lines;  // kSourceLines and kSourceTags only

  void Clear();
  // Replaces the blocks by `count` ones without layout, after the spans got new block numbers.
  // Anchors follow their spans.
  void MakeBlocks(std::uint32_t count);
  // Block i is span i. A page that was read without a tree gets a flat one.
  void CutAtTextNodes();
};

// `text` with each run of white space as one blank, none at either end, and without NUL bytes.
std::string CollapseSpace(std::string_view text);

class OutlineWriter {
 public:
  // Clears `outline` and opens block 0.
  OutlineWriter(Outline* outline, const AttributeVector& body);

  // Opens the next block below `parent` and returns it. Returns `parent` itself if it has as many
  // blocks as position D can count.
  BlockNo Open(BlockNo parent, const AttributeVector& attributes, std::uint64_t look = 0);

  // Adds a text node as the next span. White space alone adds none.
  void Text(std::string_view text, BlockNo block);

  // The next span is not glued to the last one.
  void Break() { apart_ = true; }

  std::uint32_t spans() const { return static_cast<std::uint32_t>(outline_->spans.size()); }

 private:
  Outline* outline_;
  bool apart_ = true;
};

}  // namespace thresh
