// Outline: a page as text in spans, each span in one block. All readers of a page (segmenter, tag
// stripper, plain text) make one, through OutlineWriter; the rest of digest knows no tree.
//
// Thread rule: values of one Digester, cleared and refilled page by page.
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
  std::uint32_t rank =
      0;  // 1-based among the blocks of its parent: the last number of position D; root: 0
  std::uint32_t children = 0;  // blocks
  AttributeVector attributes{};
  Hash128 path;            // of D
  std::uint64_t look = 0;  // style_path.h; Segmentation::kStyledBlocks only
};

// Key of the block-style cluster: equal for equal A and D.
Hash128 StyleOf(const LayoutBlock& block);

struct Anchor {
  std::string_view href;  // as written
  BlockNo block;
  std::uint32_t first_span = 0;
  std::uint32_t spans = 0;
  std::uint32_t node = 0;  // in the tree, where it was asked for
};

struct Outline {
  std::string text;
  std::vector<Span> spans;          // without token numbers
  std::vector<LayoutBlock> blocks;  // [0] is the body, always there
  std::vector<Anchor> anchors;
  std::string title;
  std::string description;
  std::string_view base_href;  // of <base>, as written
  std::uint32_t heading_first_span = 0;
  std::uint32_t heading_spans = 0;  // of the first h1 with text; 0 without one
  bool depth_cut = false;
  PageTree tree;                  // where it was asked for
  std::vector<SourceLine> lines;  // likewise

  void Clear();
  // Spans were cut anew: `count` blocks without layout take the place of the old ones, and anchors
  // follow their spans.
  void MakeBlocks(std::uint32_t count);
  // Block i is span i. A page that was read without a tree gets a flat one.
  void CutAtTextNodes();
};

// Runs of white space as one blank, none at either end; NUL bytes left out.
std::string CollapseSpace(std::string_view text);

class OutlineWriter {
 public:
  // Clears `outline` and opens block 0.
  OutlineWriter(Outline* outline, const AttributeVector& body);

  // The next block of `parent`, or `parent` itself where it has as many as D can count.
  BlockNo Open(BlockNo parent, const AttributeVector& attributes, std::uint64_t look = 0);

  // A text node; the next span, unless it is all white space.
  void Text(std::string_view text, BlockNo block);

  // The next span does not touch the last one.
  void Break() { apart_ = true; }

  std::uint32_t spans() const { return static_cast<std::uint32_t>(outline_->spans.size()); }

 private:
  Outline* outline_;
  bool apart_ = true;
};

}  // namespace thresh
