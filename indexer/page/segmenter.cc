#include "indexer/page/segmenter.h"

#include <gumbo.h>

#include <algorithm>

#include "common/base/ascii.h"
#include "indexer/page/block_style.h"
#include "indexer/page/entities.h"
#include "indexer/page/html/tags.h"
#include "indexer/page/plain_text.h"
#include "indexer/page/tag_codes.h"
#include "indexer/page/written_attributes.h"

namespace thresh {
namespace {

using Name = HtmlAttributeName;

// Of <html lang>. What is no language tag (RFC 5646: letters, digits and hyphens, at most 35 of
// them in the ones that are recommended) names no language.
std::string_view LanguageOf(std::string_view written) {
  constexpr std::size_t kLongest = 35;
  const std::string_view tag = TrimHtmlSpace(written);
  const bool is_tag = tag.size() <= kLongest && std::all_of(tag.begin(), tag.end(), [](char c) {
                        return IsAsciiAlnum(c) || c == '-';
                      });
  return is_tag ? tag : std::string_view();
}

// Of <meta name=robots>: "noindex, follow"; "none" means noindex and nofollow.
bool AsksForNoIndex(std::string_view rules) {
  while (!rules.empty()) {
    const std::size_t comma = std::min(rules.find(','), rules.size());
    const std::string_view rule = TrimHtmlSpace(rules.substr(0, comma));
    if (EqualsLower(rule, "noindex") || EqualsLower(rule, "none")) return true;
    rules.remove_prefix(std::min(comma + 1, rules.size()));
  }
  return false;
}

bool HasTag(std::string_view markup, std::string_view name) {
  for (std::size_t at = markup.find('<'); at != std::string_view::npos;
       at = markup.find('<', at + 1)) {
    const std::string_view rest = markup.substr(at + 1);
    if (StartsWithLower(rest, name) && rest.size() > name.size() &&
        !IsAsciiAlnum(rest[name.size()]))
      return true;
  }
  return false;
}

// The namespace is compared, because foreign elements may have names that html has, too.
bool IsHtml(const HtmlNode& element, GumboTag tag) {
  return element.tag == tag && !element.foreign;
}

// HTML standard, 13.2.6.4.7: the parser takes the content of these elements as raw text. It is what
// a browser without frames shows, so its text is indexed.
bool HoldsRawMarkup(const HtmlNode& element) {
  return IsHtml(element, GUMBO_TAG_NOFRAMES) || IsHtml(element, GUMBO_TAG_NOEMBED) ||
         IsHtml(element, GUMBO_TAG_IFRAME);
}

}  // namespace

void Segmenter::Segment(const HtmlTree& html, Outline* outline) {
  html_ = &html;
  outline_ = outline;
  leaks_ = false;
  leak_begin_ = leak_end_ = 0;
  svg_end_ = noscript_end_ = 0;
  named_description_ = false;
  OutlineWriter writer(outline, BodyStyle());
  stack_.clear();
  outline->language = LanguageOf(html.Attribute(html.nodes[0], Name::kLang));
  stack_.push_back({0, html.nodes[0].first_child, 0, kNone, 0, 0, false});
  if (segmentation_ == Segmentation::kTextNodes) tree_.Begin(&outline->tree);
  if (HasLines(segmentation_))
    lines_.Begin(html.html(), segmentation_ == Segmentation::kSourceTags);
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

AttributeVector Segmenter::BodyStyle() const {
  for (std::uint32_t i = Node(0).first_child; i != kNoNode; i = Node(i).next) {
    if (Node(i).kind == HtmlNode::Kind::kElement && IsHtml(Node(i), GUMBO_TAG_BODY))
      return StyleOf(Node(i), 0);
  }
  return {};
}

// The vector A of an element whose tag has the code `layout`.
AttributeVector Segmenter::StyleOf(const HtmlNode& element, std::int8_t layout) const {
  AttributeVector vector{};
  vector[0] = layout;
  for (const HtmlAttribute& attribute : html_->AttributesOf(element)) {
    if (attribute.name >= Name::kBgcolor)
      NoteStyle(attribute.name, html_->View(attribute.value), &vector);
  }
  return vector;
}

void Segmenter::Walk(OutlineWriter* writer) {
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    if (frame.next == kNoNode) {
      Leave(writer);
      continue;
    }
    const HtmlNode& node = Node(frame.next);
    const std::uint32_t number = frame.next;
    frame.next = node.next;
    switch (node.kind) {
      case HtmlNode::Kind::kElement:
        Enter(number, writer);
        break;
      case HtmlNode::Kind::kText:
        VisitText(node, writer);
        break;
      // White space between elements is no text, but it keeps words apart.
      case HtmlNode::Kind::kSpace:
        writer->Break();
        NotePreformatted(node);
        break;
    }
  }
}

void Segmenter::VisitText(const HtmlNode& node, OutlineWriter* writer) {
  const Frame& frame = stack_.back();
  const BlockNo block(frame.block);
  const std::uint32_t spans = writer->spans();
  const std::string_view text = html_->View(node.text);
  if (Leaked(node.source)) {
    // gumbo ignores the </noscript>, so one text node may run across it. Its part behind belongs to
    // the page.
    const std::uint32_t end = node.source + node.source_bytes;
    if (end > leak_end_)
      writer->Text(TextOfMarkup(html_->html().substr(leak_end_, end - leak_end_)), block);
  } else if (HoldsRawMarkup(Node(frame.element))) {
    writer->Text(TextOfMarkup(text), block);
  } else if (HasLines(segmentation_)) {
    VisitLines(node, text, writer);
  } else {
    writer->Text(text, block);
  }
  NotePreformatted(node);
  // White space makes no span, and text node i must be span i.
  if (segmentation_ == Segmentation::kTextNodes && writer->spans() > spans) tree_.Text(frame.node);
}

void Segmenter::NotePreformatted(const HtmlNode& text) {
  if (segmentation_ == Segmentation::kTextNodes && stack_.back().preformatted)
    tree_.Preformatted(html_->View(text.text));
}

// The text has its character references decoded, so it is walked together with its source: their
// line ends agree, and the source tells the line.
void Segmenter::VisitLines(const HtmlNode& node, std::string_view text, OutlineWriter* writer) {
  const auto line_end = [](std::string_view lines) {
    return static_cast<std::uint32_t>(std::min(lines.find('\n'), lines.size() - 1) + 1);
  };
  std::uint32_t place = node.source;
  std::string_view source;
  if (place != kNoPlace) source = html_->html().substr(place, node.source_bytes);
  while (!text.empty()) {
    writer->Text(text.substr(0, line_end(text)), BlockNo(lines_.LineOf(place)));
    text.remove_prefix(line_end(text));
    if (source.empty()) continue;
    place += line_end(source);
    source.remove_prefix(line_end(source));
  }
}

void Segmenter::Enter(std::uint32_t number, OutlineWriter* writer) {
  const HtmlNode& element = Node(number);
  const TagTraits& traits = kTagTable[element.tag];
  if (traits.silent) {
    NoteHead(element);
    if (element.tag == GUMBO_TAG_SVG) NoteSvg(element);
    return;
  }
  NoteAttributes(element);
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
  const bool preformatted = stack_.back().preformatted || IsHtml(element, GUMBO_TAG_PRE);
  stack_.push_back(
      {number, element.first_child, block.value, anchor, first_span, node, preformatted});
}

std::uint32_t Segmenter::OpenNode(const HtmlNode& element, std::uint32_t parent) {
  const bool unknown = element.tag == GUMBO_TAG_UNKNOWN;
  const std::string name = unknown ? LowerAscii(html_->WrittenName(element)) : std::string();
  const std::uint32_t tag = unknown ? TagCode(name) : std::uint32_t{element.tag};
  const std::uint32_t node = tree_.Open(tag, parent);
  if (unknown) tree_.TagName(node, name);
  // Node 0 is the body. It takes only the attributes of a <body> that comes before all other nodes.
  if (node == 0 && !(element.tag == GUMBO_TAG_BODY && tree_.only_body())) return node;
  if (element.attributes == 0) return node;
  for (const HtmlAttribute& attribute : html_->AttributesOf(element))
    tree_.Attribute(node, attribute.name, html_->View(attribute.value));
  tree_.Look(node, StyleOf(element, 0));
  return node;
}

void Segmenter::Leave(OutlineWriter* writer) {
  const Frame& frame = stack_.back();
  const HtmlNode& element = Node(frame.element);
  const std::uint32_t spans = writer->spans() - frame.first_span;
  if (frame.anchor != kNone) outline_->anchors[frame.anchor].spans = spans;
  if (outline_->heading_spans == 0 && IsHtml(element, GUMBO_TAG_H1)) {
    outline_->heading_first_span = frame.first_span;
    outline_->heading_spans = spans;
  }
  if (!kTagTable[element.tag].is_inline) writer->Break();
  if (IsHtml(element, GUMBO_TAG_PRE)) tree_.EndPreformatted();
  // The element is on the stack now, so this is the test by which Enter opened a node.
  if (segmentation_ == Segmentation::kTextNodes && stack_.size() <= depth_limit_)
    tree_.Close(frame.node);
  stack_.pop_back();
}

BlockNo Segmenter::BlockOf(const HtmlNode& element, OutlineWriter* writer) {
  const BlockNo around(stack_.back().block);
  const std::int8_t layout = kTagTable[element.tag].layout;
  // Code 0 is the body, which is open already.
  if (layout <= 0 || element.foreign || Leaked(element.source)) return around;
  if (stack_.size() >= depth_limit_) {
    outline_->depth_cut = true;
    return around;
  }
  if (segmentation_ == Segmentation::kTextNodes) return around;  // Cut() makes the blocks
  const AttributeVector attributes = StyleOf(element, layout);
  if (segmentation_ != Segmentation::kStyledBlocks) return writer->Open(around, attributes);
  const std::uint64_t look =
      CleanedLook(attributes, html_->Attribute(element, Name::kClass),
                  html_->Attribute(element, Name::kId), html_->Attribute(element, Name::kRole));
  return writer->Open(around, attributes, look);
}

std::uint32_t Segmenter::NoteAnchor(const HtmlNode& element, Anchor anchor) {
  if (!IsHtml(element, GUMBO_TAG_A) && !IsHtml(element, GUMBO_TAG_AREA)) return kNone;
  anchor.href = html_->Attribute(element, Name::kHref);
  // Browsers with scripts do not show a noscript, so its links do not count.
  if (anchor.href.empty() || Leaked(element.source)) return kNone;
  outline_->anchors.push_back(anchor);
  return static_cast<std::uint32_t>(outline_->anchors.size() - 1);
}

// Elements of the head count wherever they stand, because everything behind a leaking <noscript>
// lands in the body.
void Segmenter::NoteHead(const HtmlNode& element) {
  if (element.foreign) return;
  switch (element.tag) {
    case GUMBO_TAG_TITLE:
      // The first title counts, as in browsers.
      if (outline_->title.empty()) outline_->title = OwnText(element);
      break;
    case GUMBO_TAG_META:
      NoteMeta(element);
      break;
    case GUMBO_TAG_BASE:
      // HTML standard, 4.2.3: only the first <base> with an href counts.
      if (outline_->base_href.empty()) outline_->base_href = html_->Attribute(element, Name::kHref);
      break;
    case GUMBO_TAG_LINK:
      NoteCanonical(element);
      break;
    case GUMBO_TAG_NOSCRIPT:
      NoteNoscript(element);
      break;
    default:
      break;
  }
}

// The text of an element that contains only text.
std::string Segmenter::OwnText(const HtmlNode& element) const {
  std::string text;
  for (std::uint32_t i = element.first_child; i != kNoNode; i = Node(i).next) {
    if (Node(i).kind != HtmlNode::Kind::kElement) text += html_->View(Node(i).text);
  }
  return CollapseSpace(text);
}

void Segmenter::NoteMeta(const HtmlNode& meta) {
  const auto is = [&](Name name, std::string_view value) {
    return EqualsLower(TrimHtmlSpace(html_->Attribute(meta, name)), value);
  };
  if (is(Name::kName, "robots"))
    outline_->noindex |= AsksForNoIndex(html_->Attribute(meta, Name::kContent));
  const bool named = is(Name::kName, "description");
  const bool open_graph = is(Name::kProperty, "og:description");
  // The description of html outranks that of Open Graph, whichever comes first.
  if (named_description_ || !(named || (open_graph && outline_->description.empty()))) return;
  outline_->description = CollapseSpace(html_->Attribute(meta, Name::kContent));
  named_description_ = named && !outline_->description.empty();
}

// No reader keeps what is inside a drawing, so the html is searched. Each search begins behind the
// last one: drawings that never end must not take quadratic time.
void Segmenter::NoteSvg(const HtmlNode& svg) {
  if (outline_->svg_text || svg.source == kNoPlace) return;
  const std::string_view html = html_->html();
  const std::size_t begin = std::max(svg_end_, svg.source);
  const std::size_t end = std::min(FindEndTag(html, begin, "svg"), html.size());
  outline_->svg_text = HasTag(html.substr(begin, end - begin), "text");
  svg_end_ = static_cast<std::uint32_t>(end);
}

// HTML standard, 13.2.6.4.5 "in head noscript": any tag that may not stand there closes the
// noscript and is read as the body. Then no end tag closed its element, and the source from its
// start tag to </noscript is what leaked.
void Segmenter::NoteNoscript(const HtmlNode& noscript) {
  const bool in_head = IsHtml(Node(stack_.back().element), GUMBO_TAG_HEAD);
  NoteNoscriptText(noscript, in_head);
  if (!in_head || leaks_ || noscript.ended) return;
  leaks_ = true;
  leak_begin_ = noscript.source;
  const std::size_t end = FindEndTag(html_->html(), leak_begin_, "noscript");
  leak_end_ = end == std::string_view::npos ? leak_begin_ : static_cast<std::uint32_t>(end);
}

// Both readers parse what is inside a <noscript>, and what leaks out of one in the head lies
// elsewhere in the tree. So the html is searched, as for drawings.
void Segmenter::NoteNoscriptText(const HtmlNode& noscript, bool in_head) {
  if (outline_->noscript_text || noscript.source == kNoPlace) return;
  const std::string_view html = html_->html();
  const std::size_t begin =
      std::max<std::size_t>(noscript_end_, noscript.source + noscript.source_bytes);
  const std::size_t found = FindEndTag(html, begin, "noscript");
  // One of the head that never ends loses no text.
  if (found == std::string_view::npos && in_head) return;
  const std::size_t end = std::max(begin, std::min(found, html.size()));
  outline_->noscript_text = !CollapseSpace(TextOfMarkup(html.substr(begin, end - begin))).empty();
  noscript_end_ = static_cast<std::uint32_t>(end);
}

std::string_view Segmenter::WrittenTag(const HtmlNode& element) const {
  if (element.source == kNoPlace) return {};
  return html_->html().substr(element.source, element.source_bytes);
}

// The first one counts. `rel` is a list of words.
void Segmenter::NoteCanonical(const HtmlNode& link) {
  if (!outline_->canonical_href.empty() || Leaked(link.source)) return;
  std::string_view kinds = WrittenAttribute(WrittenTag(link), "rel");
  while (!kinds.empty()) {
    const std::size_t space = std::min(kinds.find_first_of(kHtmlSpace), kinds.size());
    if (EqualsLower(kinds.substr(0, space), "canonical")) {
      const std::string_view href = WrittenAttribute(WrittenTag(link), "href");
      DecodeEntities(TrimHtmlSpace(href), &outline_->canonical_href);
      return;
    }
    kinds.remove_prefix(std::min(space + 1, kinds.size()));
  }
}

// Once a page has some, its other tags are not looked at.
void Segmenter::NoteAttributes(const HtmlNode& element) {
  // No tag that is shorter than <p alt=a> has any.
  constexpr std::uint32_t kShortest = 9;
  if (outline_->attribute_text || element.source_bytes < kShortest || Leaked(element.source))
    return;
  outline_->attribute_text = HasWordsInAttributes(WrittenTag(element));
}

}  // namespace thresh
