#include "indexer/detect/incremental/text_segments.h"

#include <algorithm>

#include "common/base/utf8.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

// WFCGX 2.1 cuts blocks at these two tags.
constexpr std::string_view kPaperTags[] = {"table", "div"};
constexpr std::string_view kModernTags[] = {
    "table", "p",          "ul",     "ol",      "dl",     "div",     "center",
    "form",  "blockquote", "pre",    "section", "main",   "article", "details",
    "nav",   "header",     "footer", "aside",   "figure", "dialog",  "fieldset"};

Hash128 Join(const Hash128& path, std::uint64_t high, std::uint64_t low) {
  return {Mix64(path.high ^ high), Mix64(path.low ^ low)};
}

std::uint32_t CodePoints(std::string_view text) {
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) DecodeUtf8(text, &at);
  return count;
}

}  // namespace

TextSegments::TextSegments(Separators separators) {
  const auto tags = separators == Separators::kPaper ? std::span<const std::string_view>(kPaperTags)
                                                     : kModernTags;
  for (const std::string_view tag : tags) separators_.push_back(TagCode(tag));
  std::sort(separators_.begin(), separators_.end());
}

bool TextSegments::Separates(std::uint32_t tag) const {
  return std::binary_search(separators_.begin(), separators_.end(), tag);
}

// Without sibling numbers: a number would separate all that stands behind the first optional
// sibling (docs/DECISIONS.md, "Same segment").
TextSegments::Place TextSegments::PlaceOf(const PageNode& node) {
  const Place& parent = places_[node.parent];
  return {Join(parent.path, Seed64(0) + node.tag, Seed64(1) + node.tag),
          Separates(node.tag) ? blocks_++ : parent.block};
}

void TextSegments::Read(const Page& page) {
  // Node 0 is the body, whose path is empty and whose block is 0.
  places_.assign(1, {});
  segments_.clear();
  blocks_ = 1;
  const std::string_view text = page.text;
  for (std::size_t i = 1; i < page.tree.nodes.size(); ++i) {
    const PageNode& node = page.tree.nodes[i];
    places_.push_back(node.tag == kTextTag ? places_[node.parent] : PlaceOf(node));
    if (node.tag != kTextTag) continue;
    const Span& span = page.spans[node.first_text];
    const std::string_view words = text.substr(span.text_begin, span.text_end - span.text_begin);
    const Hash128 hash = HashBytes(words);
    segments_.push_back(
        {Join(places_[i].path, hash.high, hash.low), CodePoints(words), places_[i].block});
  }
}

std::size_t TextSegments::bytes() const {
  return places_.capacity() * sizeof(Place) + segments_.capacity() * sizeof(TextSegment) +
         separators_.capacity() * sizeof(std::uint32_t);
}

}  // namespace thresh
