// HtmlTree: what a reader of html makes of a page: elements and texts in one array, linked by
// their numbers. The straight reader builds one, gumbo's tree is copied into one, and the
// Segmenter walks over it without knowing who built it.
//
// What nobody reads is not in the tree: comments, the doctype, what is inside script, style, svg
// and template, and all attributes but those of HtmlAttributeName. Strings are views of the html
// or of memory of the tree: both must live until the tree is read. A reader owns one tree and
// clears it for each page. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thresh {

// The attributes that a step after the reader asks for.
enum class HtmlAttributeName : std::uint8_t {
  kClass,
  kId,
  kRole,
  kHref,  // of a, area and base
  kSrc,   // of img
  kName,  // this and the next two of meta
  kProperty,
  kContent,
  kLang,     // of html
  kBgcolor,  // this and the rest: the look of an element (block_style.h)
  kWidth,
  kHeight,
  kAlign,
  kBorder,
  kCellpadding,
  kCellspacing,
  kCount
};

inline constexpr std::array<std::string_view, static_cast<std::size_t>(HtmlAttributeName::kCount)>
    kHtmlAttributeNames = {"class",    "id",      "role",        "href",       "src",   "name",
                           "property", "content", "lang",        "bgcolor",    "width", "height",
                           "align",    "border",  "cellpadding", "cellspacing"};

// Whether the tree keeps the attribute of an element with this tag (GumboTag).
bool KeepsAttribute(unsigned tag, HtmlAttributeName name);
// Whether the tree keeps neither attributes nor the inside of an element with this tag.
bool IsOpaque(unsigned tag);

// A string of the tree: in the html, or in the tree's own memory if it had to be decoded.
struct HtmlString {
  std::uint32_t begin = 0, bytes = 0;
  bool own = false;
};

struct HtmlAttribute {
  HtmlAttributeName name = HtmlAttributeName::kClass;
  HtmlString value;
};

inline constexpr std::uint32_t kNoNode = 0xffffffff;
inline constexpr std::uint32_t kNoPlace = 0xffffffff;

struct HtmlNode {
  // kSpace: a text that is white space alone.
  enum class Kind : std::uint8_t { kElement, kText, kSpace };

  std::uint32_t parent = kNoNode, previous = kNoNode, next = kNoNode;
  std::uint32_t first_child = kNoNode, last_child = kNoNode;
  // Of the start tag or the text in the html; kNoPlace for what the parser added by itself.
  std::uint32_t source = kNoPlace, source_bytes = 0;
  std::uint32_t first_attribute = 0, attributes = 0;  // of an element
  HtmlString text;                                    // of a text
  std::uint16_t tag = 0;                              // GumboTag, of an element
  Kind kind = Kind::kElement;
  bool foreign = false;  // its namespace is not that of html
  bool ended = false;    // an end tag closed it; noted for <noscript> alone
};

class HtmlTree {
 public:
  // Forgets the last page. `html` is the page of the nodes to come.
  void Clear(std::string_view html);

  // Appends a node without a place in the tree and returns its number. Node 0 is <html>.
  std::uint32_t Add(const HtmlNode& node) {
    nodes.push_back(node);
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
  void Append(std::uint32_t parent, std::uint32_t node);
  // REQUIRES: `sibling` has a parent.
  void InsertBefore(std::uint32_t sibling, std::uint32_t node);
  // Takes the node out of its parent. Does nothing to a node without one.
  void Remove(std::uint32_t node);
  // Moves all children of `from` to the end of those of `to`.
  void MoveChildren(std::uint32_t from, std::uint32_t to);

  HtmlString InHtml(const char* begin, const char* end) const {
    return {static_cast<std::uint32_t>(begin - html_.data()),
            static_cast<std::uint32_t>(end - begin), false};
  }
  HtmlString Keep(std::string_view decoded);  // copied
  std::string_view View(const HtmlString& string) const {
    return {(string.own ? own_.data() : html_.data()) + string.begin, string.bytes};
  }

  std::span<const HtmlAttribute> AttributesOf(const HtmlNode& node) const {
    return {attributes.data() + node.first_attribute, node.attributes};
  }
  // Empty if the element has no such attribute.
  std::string_view Attribute(const HtmlNode& node, HtmlAttributeName name) const;
  // The name of an element as its start tag writes it.
  std::string_view WrittenName(const HtmlNode& node) const;

  std::string_view html() const { return html_; }
  // Bytes that the page takes beside its html.
  std::size_t MemoryBytes() const {
    return nodes.size() * sizeof(HtmlNode) + attributes.size() * sizeof(HtmlAttribute) +
           own_.size();
  }

  std::vector<HtmlNode> nodes;
  std::vector<HtmlAttribute> attributes;

 private:
  std::string_view html_;
  std::string own_;
};

}  // namespace thresh
