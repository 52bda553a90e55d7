#include "indexer/page/segmenter.h"

#include <gumbo.h>

#include <algorithm>

#include "common/base/ascii.h"
#include "indexer/page/block_style.h"
#include "indexer/page/plain_text.h"
#include "indexer/page/tag_codes.h"
#include "indexer/page/tags.h"

namespace thresh {
namespace {

const GumboNode* Child(const GumboNode& element, std::uint32_t i) {
  return static_cast<const GumboNode*>(element.v.element.children.data[i]);
}

std::string_view Attribute(const GumboNode& element, const char* name) {
  const GumboAttribute* attribute = gumbo_get_attribute(&element.v.element.attributes, name);
  return attribute == nullptr ? std::string_view() : attribute->value;
}

// The namespace is compared, because foreign elements may have names that html has, too.
bool IsHtml(const GumboNode& element, GumboTag tag) {
  return element.v.element.tag == tag && element.v.element.tag_namespace == GUMBO_NAMESPACE_HTML;
}

bool IsText(const GumboNode& node) {
  return node.type == GUMBO_NODE_TEXT || node.type == GUMBO_NODE_CDATA;
}

// Attribute i of an element; gumbo writes names in lower case.
const GumboAttribute& AttributeAt(const GumboNode& element, unsigned i) {
  return *static_cast<const GumboAttribute*>(element.v.element.attributes.data[i]);
}

// The vector A of an element whose tag has the code `layout`.
AttributeVector StyleAttributes(const GumboNode& element, std::int8_t layout) {
  AttributeVector vector{};
  vector[0] = layout;
  for (unsigned i = 0; i < element.v.element.attributes.length; ++i)
    NoteStyle(AttributeAt(element, i).name, AttributeAt(element, i).value, &vector);
  return vector;
}

// The name of a tag that gumbo does not know, in lower case.
std::string UnknownName(const GumboElement& element) {
  GumboStringPiece name = element.original_tag;
  gumbo_tag_from_original_text(&name);
  return LowerAscii({name.data == nullptr ? "" : name.data, name.length});
}

AttributeVector BodyAttributes(const GumboNode& root) {
  for (std::uint32_t i = 0; i < root.v.element.children.length; ++i) {
    const GumboNode& child = *Child(root, i);
    if (child.type == GUMBO_NODE_ELEMENT && IsHtml(child, GUMBO_TAG_BODY))
      return StyleAttributes(child, 0);
  }
  return {};
}

// The text of an element that contains only text.
std::string OwnText(const GumboNode& element) {
  std::string text;
  for (std::uint32_t i = 0; i < element.v.element.children.length; ++i) {
    const GumboNode& child = *Child(element, i);
    if (IsText(child) || child.type == GUMBO_NODE_WHITESPACE) text += child.v.text.text;
  }
  return CollapseSpace(text);
}

// HTML standard, 13.2.6.4.7: the parser takes the content of these elements as raw text. It is what
// a browser without frames shows, so its text is indexed.
bool HoldsRawMarkup(const GumboNode& element) {
  return IsHtml(element, GUMBO_TAG_NOFRAMES) || IsHtml(element, GUMBO_TAG_NOEMBED) ||
         IsHtml(element, GUMBO_TAG_IFRAME);
}

}  // namespace

void Segmenter::Segment(const GumboInternalNode& root, std::string_view html, Outline* outline) {
  outline_ = outline;
  html_ = html;
  leak_begin_ = nullptr;
  leak_bytes_ = 0;
  named_description_ = false;
  OutlineWriter writer(outline, BodyAttributes(root));
  stack_.clear();
  stack_.push_back({&root, 0, 0, kNone, 0, 0});
  if (segmentation_ == Segmentation::kTextNodes) tree_.Begin(&outline->tree);
  if (HasLines(segmentation_)) lines_.Begin(html, segmentation_ == Segmentation::kSourceTags);
  Walk(&writer);
  Cut();
}

void Segmenter::Cut() {
  if (segmentation_ == Segmentation::kTextNodes) {
    tree_.Finish();
    outline_->CutAtTextNodes();
  }
  if (HasLines(segmentation_)) lines_.Cut(outline_);
}

void Segmenter::Walk(OutlineWriter* writer) {
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (frame.next == frame.element->v.element.children.length) {
      Leave(writer);
      continue;
    }
    const GumboNode& node = *Child(*frame.element, frame.next++);
    switch (node.type) {
      case GUMBO_NODE_ELEMENT:
        Enter(node, writer);
        break;
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_CDATA:
        VisitText(node, writer);
        break;
      // White space between elements is no text, but it keeps words apart.
      case GUMBO_NODE_WHITESPACE:
        writer->Break();
        break;
      case GUMBO_NODE_DOCUMENT:
      case GUMBO_NODE_COMMENT:
      case GUMBO_NODE_TEMPLATE:
        break;
    }
  }
}

void Segmenter::VisitText(const GumboInternalNode& node, OutlineWriter* writer) {
  const Frame& frame = stack_.back();
  const BlockNo block(frame.block);
  const std::uint32_t spans = writer->spans();
  const GumboStringPiece& source = node.v.text.original_text;
  if (Leaked(source.data)) {
    // gumbo ignores the </noscript>, so one text node may run across it. Its part behind belongs to
    // the page.
    const auto leaked = leak_bytes_ - static_cast<std::size_t>(source.data - leak_begin_);
    if (source.length > leaked)
      writer->Text(TextOfMarkup({source.data + leaked, source.length - leaked}), block);
  } else if (HoldsRawMarkup(*frame.element)) {
    writer->Text(TextOfMarkup(node.v.text.text), block);
  } else if (HasLines(segmentation_)) {
    VisitLines(node, node.v.text.text, writer);
  } else {
    writer->Text(node.v.text.text, block);
  }
  // White space makes no span, and text node i must be span i.
  if (segmentation_ == Segmentation::kTextNodes && writer->spans() > spans) tree_.Text(frame.node);
}

// gumbo's text has its character references decoded, so it is walked together with its source:
// their line ends agree, and the source tells the line.
void Segmenter::VisitLines(const GumboInternalNode& node, std::string_view text,
                           OutlineWriter* writer) {
  const auto line_end = [](std::string_view lines) {
    return std::min(lines.find('\n'), lines.size() - 1) + 1;
  };
  const GumboStringPiece& original = node.v.text.original_text;
  std::string_view source(original.data, original.length);
  while (!text.empty()) {
    writer->Text(text.substr(0, line_end(text)), BlockNo(lines_.LineOf(source.data())));
    text.remove_prefix(line_end(text));
    if (!source.empty()) source.remove_prefix(line_end(source));
  }
}

void Segmenter::Enter(const GumboInternalNode& element, OutlineWriter* writer) {
  const TagTraits& traits = kTagTable[element.v.element.tag];
  if (traits.silent) {
    NoteHead(element);
    return;
  }
  // No element that NoteHead knows is inline, so inline elements are spared the call.
  if (!traits.is_inline) {
    writer->Break();
    NoteHead(element);
  }
  const BlockNo block = BlockOf(element, writer);
  const std::uint32_t first_span = writer->spans();
  std::uint32_t node = stack_.back().node;
  if (segmentation_ == Segmentation::kTextNodes && stack_.size() < depth_limit_)
    node = OpenNode(element, node);
  const std::uint32_t anchor = NoteAnchor(element, {{}, block, first_span, 0, node});
  stack_.push_back({&element, 0, block.value, anchor, first_span, node});
}

std::uint32_t Segmenter::OpenNode(const GumboInternalNode& element, std::uint32_t parent) {
  const GumboElement& from = element.v.element;
  const bool unknown = from.tag == GUMBO_TAG_UNKNOWN;
  const std::string name = unknown ? UnknownName(from) : std::string();
  const std::uint32_t tag = unknown ? TagCode(name) : std::uint32_t{from.tag};
  const std::uint32_t node = tree_.Open(tag, parent);
  if (unknown) tree_.TagName(node, name);
  // Node 0 is the body. It takes only the attributes of a <body> that comes before all other nodes.
  if (node == 0 && !(from.tag == GUMBO_TAG_BODY && tree_.only_body())) return node;
  for (unsigned i = 0; i < from.attributes.length; ++i)
    tree_.Attribute(node, AttributeAt(element, i).name, AttributeAt(element, i).value);
  tree_.Look(node, StyleAttributes(element, 0));
  return node;
}

void Segmenter::Leave(OutlineWriter* writer) {
  const Frame& frame = stack_.back();
  const std::uint32_t spans = writer->spans() - frame.first_span;
  if (frame.anchor != kNone) outline_->anchors[frame.anchor].spans = spans;
  if (outline_->heading_spans == 0 && IsHtml(*frame.element, GUMBO_TAG_H1)) {
    outline_->heading_first_span = frame.first_span;
    outline_->heading_spans = spans;
  }
  if (!kTagTable[frame.element->v.element.tag].is_inline) writer->Break();
  // The element is on the stack now, so this is the test by which Enter opened a node.
  if (segmentation_ == Segmentation::kTextNodes && stack_.size() <= depth_limit_)
    tree_.Close(frame.node);
  stack_.pop_back();
}

BlockNo Segmenter::BlockOf(const GumboInternalNode& element, OutlineWriter* writer) {
  const BlockNo around(stack_.back().block);
  const std::int8_t layout = kTagTable[element.v.element.tag].layout;
  // Code 0 is the body, which is open already.
  if (layout <= 0 || element.v.element.tag_namespace != GUMBO_NAMESPACE_HTML) return around;
  if (Leaked(element.v.element.original_tag.data)) return around;
  if (stack_.size() >= depth_limit_) {
    outline_->depth_cut = true;
    return around;
  }
  if (segmentation_ == Segmentation::kTextNodes) return around;  // Cut() makes the blocks
  const AttributeVector attributes = StyleAttributes(element, layout);
  if (segmentation_ != Segmentation::kStyledBlocks) return writer->Open(around, attributes);
  const std::uint64_t look = CleanedLook(attributes, Attribute(element, "class"),
                                         Attribute(element, "id"), Attribute(element, "role"));
  return writer->Open(around, attributes, look);
}

std::uint32_t Segmenter::NoteAnchor(const GumboInternalNode& element, Anchor anchor) {
  if (!IsHtml(element, GUMBO_TAG_A) && !IsHtml(element, GUMBO_TAG_AREA)) return kNone;
  anchor.href = Attribute(element, "href");
  // Browsers with scripts do not show a noscript, so its links do not count.
  if (anchor.href.empty() || Leaked(element.v.element.original_tag.data)) return kNone;
  outline_->anchors.push_back(anchor);
  return static_cast<std::uint32_t>(outline_->anchors.size() - 1);
}

// Elements of the head count wherever they stand, because everything behind a leaking <noscript>
// lands in the body.
void Segmenter::NoteHead(const GumboInternalNode& element) {
  if (element.v.element.tag_namespace != GUMBO_NAMESPACE_HTML) return;
  switch (element.v.element.tag) {
    case GUMBO_TAG_TITLE:
      // The first title counts, as in browsers.
      if (outline_->title.empty()) outline_->title = OwnText(element);
      break;
    case GUMBO_TAG_META:
      NoteMeta(element);
      break;
    case GUMBO_TAG_BASE:
      // HTML standard, 4.2.3: only the first <base> with an href counts.
      if (outline_->base_href.empty()) outline_->base_href = Attribute(element, "href");
      break;
    case GUMBO_TAG_NOSCRIPT:
      NoteNoscript(element);
      break;
    default:
      break;
  }
}

void Segmenter::NoteMeta(const GumboInternalNode& meta) {
  const bool named = EqualsLower(TrimHtmlSpace(Attribute(meta, "name")), "description");
  const bool open_graph = EqualsLower(TrimHtmlSpace(Attribute(meta, "property")), "og:description");
  // The description of html outranks that of Open Graph, whichever comes first.
  if (named_description_ || !(named || (open_graph && outline_->description.empty()))) return;
  outline_->description = CollapseSpace(Attribute(meta, "content"));
  named_description_ = named && !outline_->description.empty();
}

// HTML standard, 13.2.6.4.5 "in head noscript": any tag that may not stand there closes the
// noscript and is read as the body. Then its element has no end tag, and the source from its start
// tag to
// </noscript is what leaked.
void Segmenter::NoteNoscript(const GumboInternalNode& noscript) {
  const GumboElement& element = noscript.v.element;
  const bool in_head = IsHtml(*stack_.back().element, GUMBO_TAG_HEAD);
  if (!in_head || leak_begin_ != nullptr || element.original_end_tag.length != 0) return;
  leak_begin_ = element.original_tag.data;
  const std::size_t begin = static_cast<std::size_t>(leak_begin_ - html_.data());
  const std::size_t end = FindEndTag(html_, begin, "noscript");
  if (end != std::string_view::npos) leak_bytes_ = end - begin;
}

}  // namespace thresh
