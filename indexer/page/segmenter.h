// Segmenter: an HtmlTree → an Outline, cut as the detector wants it. A Digester owns one, beside
// the reader that makes the trees. It keeps nothing from page to page but the memory of its stack.
// All walks are iterative, because pages nest as deep as they like. Not thread-safe.
//
// Layout blocks (Chen et al. 2006, 3.1):
// - A layout element (tags.h) opens a block, and text belongs to the innermost one. The body is
//   block 0; text outside it (a frameset) belongs to block 0, too.
// - script, style, noscript, template and svg carry no text. Neither does the content that leaked
//   out of a <noscript> in the head: gumbo closes that element early and leaves its content in the
//   body.
// - <noframes>, <noembed> and <iframe> arrive as raw markup, and their tags are stripped.
// - Title, description, <base>, anchors and the first <h1> with text are noted on the way.
// - Elements deeper than the limit open no block: their text belongs to the block at the cut.
//
// Text nodes: the walk writes the tree and opens no layout block. An element deeper than the limit
// is no node. Source lines: a text node is cut at its line ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "indexer/page/digest.h"
#include "indexer/page/html/html_tree.h"
#include "indexer/page/outline.h"
#include "indexer/page/source_lines.h"
#include "indexer/page/tree_writer.h"

namespace thresh {

class Segmenter {
 public:
  explicit Segmenter(std::uint32_t depth_limit,
                     Segmentation segmentation = Segmentation::kLayoutBlocks)
      : depth_limit_(depth_limit), segmentation_(segmentation) {}

  // Clears and fills *outline. Its views point into `html`. Every tree is good input.
  void Segment(const HtmlTree& html, Outline* outline);

 private:
  // An element that the walk has entered and not left.
  struct Frame {
    std::uint32_t element;
    std::uint32_t next;    // child
    std::uint32_t block;   // of its text
    std::uint32_t anchor;  // the anchor that the element is, or kNone
    std::uint32_t first_span;
    std::uint32_t node;  // of its text, in the tree of the outline
    bool preformatted;   // white space of its text counts
  };
  static constexpr std::uint32_t kNone = 0xffffffffU;

  void Walk(OutlineWriter* writer);
  void Cut();
  void VisitText(const HtmlNode& node, OutlineWriter* writer);
  void NotePreformatted(const HtmlNode& text);
  void VisitLines(const HtmlNode& node, std::string_view text, OutlineWriter* writer);
  void Enter(std::uint32_t number, OutlineWriter* writer);
  void Leave(OutlineWriter* writer);
  std::uint32_t OpenNode(const HtmlNode& element, std::uint32_t parent);
  BlockNo BlockOf(const HtmlNode& element, OutlineWriter* writer);
  std::uint32_t NoteAnchor(const HtmlNode& element, Anchor anchor);
  void NoteHead(const HtmlNode& element);
  void NoteMeta(const HtmlNode& meta);
  void NoteSvg(const HtmlNode& svg);
  void NoteNoscript(const HtmlNode& noscript);
  void NoteNoscriptText(const HtmlNode& noscript, bool in_head);
  void NoteCanonical(const HtmlNode& link);
  void NoteAttributes(const HtmlNode& element);
  std::string_view WrittenTag(const HtmlNode& element) const;
  AttributeVector BodyStyle() const;
  AttributeVector StyleOf(const HtmlNode& element, std::int8_t layout) const;
  std::string OwnText(const HtmlNode& element) const;
  const HtmlNode& Node(std::uint32_t number) const { return html_->nodes[number]; }
  bool Leaked(std::uint32_t source) const { return source >= leak_begin_ && source < leak_end_; }

  const std::uint32_t depth_limit_;
  const Segmentation segmentation_;
  TreeWriter tree_;
  SourceLines lines_;
  std::vector<Frame> stack_;
  Outline* outline_ = nullptr;
  const HtmlTree* html_ = nullptr;
  bool leaks_ = false;  // of a noscript in the head: this part of the html
  std::uint32_t leak_begin_ = 0, leak_end_ = 0;
  std::uint32_t svg_end_ = 0;       // behind the last drawing that was searched
  std::uint32_t noscript_end_ = 0;  // and behind the last <noscript>
  bool named_description_ = false;  // the description is that of name="description"
};

}  // namespace thresh
