#include "indexer/detect/repeats/lines.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "common/base/hash.h"
#include "indexer/page/tag_codes.h"

namespace thresh::repeats {
namespace {

// Elements that browsers show within a line. They show unknown elements so, too. All other elements
// begin and end a line, <br> among them.
constexpr std::string_view kInline[] = {
    "a",      "abbr",     "acronym", "b",     "bdi",    "bdo",    "big",   "blink",
    "button", "cite",     "code",    "data",  "del",    "dfn",    "em",    "font",
    "i",      "iframe",   "img",     "input", "ins",    "kbd",    "label", "map",
    "mark",   "math",     "mi",      "mn",    "mo",     "ms",     "mtext", "nobr",
    "object", "output",   "q",       "rb",    "rp",     "rt",     "ruby",  "s",
    "samp",   "select",   "small",   "span",  "strike", "strong", "sub",   "sup",
    "svg",    "textarea", "time",    "tt",    "u",      "var",    "wbr"};

std::vector<bool> MakeInlineTable() {
  std::vector<bool> table;
  for (std::uint32_t code = 0; !TagName(code).empty(); ++code)
    table.push_back(std::ranges::find(kInline, TagName(code)) != std::end(kInline));
  return table;
}

bool IsInline(std::uint32_t tag) {
  static const std::vector<bool> kTable = MakeInlineTable();
  return tag >= kTable.size() || kTable[tag];
}

}  // namespace

// A line ends where a block element begins between two text nodes, or where the block element
// around the first one ends.
const std::vector<Piece>& LineCutter::Cut(const Page& page) {
  const std::vector<PageNode>& nodes = page.tree.nodes;
  lines_.clear();
  text_.clear();
  first_ = 0;
  block_ends_.assign(1, nodes.empty() ? 0 : nodes[0].end);
  // A page without a parse is a sequence of paragraphs, so each of its texts is a line.
  const bool flat = nodes.size() == page.spans.size() + 1;
  std::uint32_t line_end = 0;
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    const PageNode& node = nodes[i];
    const bool is_block = node.tag != kTextTag && !IsInline(node.tag);
    block_ends_.push_back(is_block ? node.end : block_ends_[node.parent]);
    if (is_block || flat || i >= line_end) Close(page, node.first_text);
    line_end = block_ends_[i];
    if (node.tag != kTextTag) continue;
    const Span& span = page.spans[node.first_text];
    if (!text_.empty() && !span.glued) text_ += ' ';
    text_.append(page.text, span.text_begin, span.text_end - span.text_begin);
  }
  Close(page, static_cast<std::uint32_t>(page.spans.size()));
  return lines_;
}

void LineCutter::Close(const Page& page, std::uint32_t end) {
  std::uint32_t words = 0;
  for (std::uint32_t text = first_; text < end; ++text) words += page.blocks[text].tokens;
  if (words > 0) lines_.push_back({FastHash64(text_), first_, end - first_});
  text_.clear();
  first_ = end;
}

std::size_t LineCutter::bytes() const {
  return lines_.capacity() * sizeof(Piece) + block_ends_.capacity() * sizeof(std::uint32_t) +
         text_.capacity();
}

void JudgeLines(const SiteLog& log, SiteId site, double share, StrikeList* strikes) {
  std::vector<PageCount> counts(log.texts());
  log.ForEachPage([&](std::uint32_t number, const LoggedPage& page) {
    for (const LoggedPage::Piece& line : page.pieces) counts[line.text].Add(number);
  });
  const std::uint32_t least = LeastPages(share, log.pages(), /*over=*/true);
  log.ForEachPage([&](std::uint32_t, const LoggedPage& page) {
    for (const LoggedPage::Piece& line : page.pieces) {
      const std::uint32_t pages = counts[line.text].pages;
      if (pages < least) continue;
      const TemplateId name = strikes->Name(
          {site, KeyOf(log.HashOf(line.text)),
           MakeRule("repeats.line", {RuleField::Count(pages), RuleField::Count(log.pages())})});
      for (std::uint32_t i = 0; i < line.blocks; ++i)
        strikes->Add(page.doc, BlockNo(line.first_block + i), name);
    }
  });
}

}  // namespace thresh::repeats
