// Layout: walks over the elements of a page and the texts in them, in document order: those that
// are kept, or all. PlainText and MarkdownText are its visitors, and so is FormMaker of the search
// page. Functions of their arguments only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/page_elements.h"
#include "common/store/page_text.h"
#include "query/export/tag_roles.h"

namespace thresh {

// A text node.
struct LaidText {
  std::string_view text;
  BlockNo number;      // of the text node
  bool glued = false;  // no white space and no text that is left out before it
  std::span<const PageElements::Space> spaces;  // of preformatted text

  // As it was written, with the white space in front of it where there is more than a blank.
  void AppendPreformatted(std::string* out) const {
    std::size_t at = 0;
    for (const PageElements::Space& space : spaces) {
      // Damaged places may stand behind the text, or twice in one place.
      if (space.at > text.size() || space.at < at) break;
      out->append(text.substr(at, space.at - at));
      *out += space.white;
      // The first one stands in front of the text, the others in place of a blank.
      at = space.at + (space.at > 0 ? 1U : 0U);
    }
    if (at < text.size()) out->append(text.substr(at));
  }
  bool HasSpaceBefore() const { return !spaces.empty() && spaces.front().at == 0; }
};

// Whether a text is nothing but blanks and no-break spaces, which some pages lay out with.
inline bool IsBlank(std::string_view text) {
  constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ' ') continue;
    if (text.substr(at, 2) != kNoBreakSpace) return false;
    ++at;
  }
  return true;
}

// Calls visitor.Open(node) and visitor.Close(node) for each element but the body, and
// visitor.Text(LaidText) for each kept text in it, or for each text if `struck_too`. `spans` are
// those of the page, whose blocks are the text nodes.
template <typename Visitor>
void WalkLayout(const PageElements& elements, const std::vector<ShownSpan>& spans, Visitor* visitor,
                bool struck_too = false) {
  const std::vector<PageElements::Node>& nodes = elements.nodes();
  const std::span<const PageElements::Space> spaces = elements.spaces();
  std::vector<std::uint32_t> open;
  std::size_t span = 0, space = 0;
  std::uint32_t text = 0;
  bool apart = true;
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    for (; !open.empty() && nodes[open.back()].end <= i; open.pop_back())
      visitor->Close(open.back());
    if (nodes[i].kind != PageElements::kText) {
      open.push_back(i);
      visitor->Open(i);
      continue;
    }
    while (span < spans.size() && spans[span].block.value < text) ++span;
    const std::size_t first = space;
    while (space < spaces.size() && spaces[space].text == text) ++space;
    const bool kept = span < spans.size() && spans[span].block.value == text &&
                      (struck_too || spans[span].kept()) && !IsBlank(spans[span].text);
    if (kept)
      visitor->Text({spans[span].text, spans[span].block, spans[span].glued && !apart,
                     spaces.subspan(first, space - first)});
    apart = !kept;
    ++text;
  }
  for (; !open.empty(); open.pop_back()) visitor->Close(open.back());
}

}  // namespace thresh
