#include "indexer/page/outline.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "indexer/page/tree_writer.h"

namespace thresh {
namespace {

// Position D has ordinals of 16 bits. Blocks after the last one join their parent.
constexpr std::uint32_t kMaxRank = 65'535;

// A fixed byte order gives the same hashes on every machine.
template <typename T>
char* PutLittle(T value, char* at) {
  for (std::size_t i = 0; i < sizeof value; ++i)
    *at++ = static_cast<char>((value >> (8 * i)) & 0xff);
  return at;
}

// Position D as a hash chain: the hash of the parent's position and of the rank below it.
Hash128 PathOf(const LayoutBlock& parent, std::uint32_t rank) {
  std::array<char, 20> bytes;
  char* at = PutLittle(parent.path.high, bytes.data());
  at = PutLittle(parent.path.low, at);
  PutLittle(rank, at);
  return HashBytes({bytes.data(), bytes.size()});
}

// A vertical tab is no white space in HTML.
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v'); }

// Whether eight bytes are text as it stands: none is below a blank, and no two are blanks side by
// side. `behind`: nor is the first one a blank.
bool IsPlain(std::string_view eight, bool behind) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kTop = kOnes << 7U;
  std::uint64_t word = 0;
  std::memcpy(&word, eight.data(), sizeof word);
  if (((word - kOnes * ' ') & ~word & kTop) != 0) return false;
  // The top bit of each byte that is a blank.
  const std::uint64_t x = word ^ (kOnes * ' ');
  const std::uint64_t blanks = ~(((x & ~kTop) + ~kTop) | x | ~kTop);
  return (blanks & blanks << 8U) == 0 && !(behind && eight.front() == ' ');
}

// Writes `text` with its white space collapsed to `out`, which has room for all of it, and returns
// the end. *leading: there was white space before the first word; *trailing: after the last, or
// alone.
char* Collapse(std::string_view text, char* out, bool* leading, bool* trailing) {
  const char* const begin = out;
  bool space = false;  // there was some behind what is written
  *leading = false;
  const auto write_space = [&] {
    if (!space) return;
    space = false;
    if (out == begin) {
      *leading = true;
    } else {
      *out++ = ' ';
    }
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view eight = text.substr(at, sizeof(std::uint64_t));
    at += eight.size();
    if (eight.size() == sizeof(std::uint64_t) && IsPlain(eight, space || out == begin)) {
      write_space();
      std::memcpy(out, eight.data(), eight.size());
      space = eight.back() == ' ';
      out += eight.size() - (space ? 1 : 0);
      continue;
    }
    for (const char c : eight) {
      // The first comparison alone lets most characters pass.
      if (static_cast<unsigned char>(c) <= ' ' && (IsSpace(c) || c == '\0')) {
        space |= c != '\0';
        continue;
      }
      write_space();
      *out++ = c;
    }
  }
  *trailing = space;
  return out;
}

}  // namespace

Hash128 StyleOf(const LayoutBlock& block) {
  // Eight attributes of 4 bytes and a hash of 16.
  std::array<char, 48> bytes;
  char* at = bytes.data();
  for (const std::int32_t a : block.attributes) at = PutLittle(static_cast<std::uint32_t>(a), at);
  at = PutLittle(block.path.high, at);
  PutLittle(block.path.low, at);
  return HashBytes({bytes.data(), bytes.size()});
}

void Outline::Clear() {
  text.clear();
  spans.clear();
  blocks.clear();
  anchors.clear();
  title.clear();
  description.clear();
  language.clear();
  base_href = {};
  canonical_href.clear();
  heading_first_span = heading_spans = 0;
  depth_cut = noindex = svg_text = noscript_text = attribute_text = false;
  tree.nodes.clear();
  tree.spaces.clear();
  lines.clear();
}

void Outline::MakeBlocks(std::uint32_t count) {
  // Block 0 exists even on a page without text.
  blocks.assign(std::max(count, 1U), {});
  for (std::uint32_t i = 0; i < blocks.size(); ++i) blocks[i].parent = i;
  // An anchor without text (an image) belongs to the block of the next span.
  for (Anchor& anchor : anchors) {
    if (spans.empty()) {
      anchor.block = BlockNo(0);
    } else {
      anchor.block = spans[std::min<std::size_t>(anchor.first_span, spans.size() - 1)].block;
    }
  }
}

void Outline::CutAtTextNodes() {
  const auto count = static_cast<std::uint32_t>(spans.size());
  for (std::uint32_t i = 0; i < count; ++i) spans[i].block = BlockNo(i);
  if (tree.nodes.empty()) MakeFlatTree(count, &tree);
  MakeBlocks(count);
}

std::string CollapseSpace(std::string_view text) {
  std::string collapsed(text.size(), '\0');
  bool leading = false, trailing = false;
  const char* end = Collapse(text, collapsed.data(), &leading, &trailing);
  collapsed.resize(static_cast<std::size_t>(end - collapsed.data()));
  return collapsed;
}

OutlineWriter::OutlineWriter(Outline* outline, const AttributeVector& body) : outline_(outline) {
  outline->Clear();
  LayoutBlock root;
  root.attributes = body;
  outline->blocks.push_back(root);
}

BlockNo OutlineWriter::Open(BlockNo parent, const AttributeVector& attributes, std::uint64_t look) {
  LayoutBlock& above = outline_->blocks[parent.value];
  if (above.children == kMaxRank) return parent;
  LayoutBlock block;
  block.parent = parent.value;
  block.rank = ++above.children;
  block.attributes = attributes;
  block.look = look;
  block.path = PathOf(above, block.rank);
  const BlockNo number(static_cast<std::uint32_t>(outline_->blocks.size()));
  outline_->blocks.push_back(block);
  return number;
}

// Collapses white space straight into the text of the page: a page has thousands of text nodes, and
// none needs a string of its own.
void OutlineWriter::Text(std::string_view text, BlockNo block) {
  std::string& all = outline_->text;
  const std::size_t begin = all.size();
  // Collapsed text is never longer, so this is room enough.
  all.resize(begin + text.size());
  bool leading = false, trailing = false;
  const char* const end = Collapse(text, all.data() + begin, &leading, &trailing);
  all.resize(static_cast<std::size_t>(end - all.data()));
  if (all.size() == begin) {
    apart_ |= trailing;
    return;
  }
  Span& span = outline_->spans.emplace_back();
  span.text_begin = static_cast<std::uint32_t>(begin);
  span.text_end = static_cast<std::uint32_t>(all.size());
  span.block = block;
  span.glued = !apart_ && !leading;
  apart_ = trailing;
}

}  // namespace thresh
