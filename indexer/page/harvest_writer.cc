#include <algorithm>
#include <iterator>
#include <utility>

#include "common/base/coder.h"
#include "indexer/page/harvest.h"
#include "indexer/page/harvest_parts.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

Cuts CutsOf(const Page& page) {
  Cuts cuts;
  for (std::uint32_t b = 0; b < page.blocks.size(); ++b) {
    const Block& block = page.blocks[b];
    if (block.field != Field::kBody) break;
    const auto known = std::find(cuts.styles.begin(), cuts.styles.end(), block.style);
    const Cut cut{b - block.parent, static_cast<std::uint32_t>(known - cuts.styles.begin())};
    if (known == cuts.styles.end()) cuts.styles.push_back(block.style);
    if (cuts.runs.empty() || cuts.runs.back().second != cut) cuts.runs.emplace_back(0, cut);
    ++cuts.runs.back().first;
  }
  return cuts;
}

std::size_t SharedEnd(std::string_view a, std::string_view b) {
  const auto parting = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first;
  return static_cast<std::size_t>(parting - a.rbegin());
}

// Whether two elements are of one kind. The href of a link belongs to no kind.
bool IsAlike(const PageTree& tree, const PageNode& a, const PageNode& b, bool are_links) {
  if (a.tag != b.tag || a.look != b.look || a.attributes != b.attributes) return false;
  for (std::uint32_t i = 0; i < a.attributes; ++i) {
    const PageAttribute &x = tree.attributes[a.first_attribute + i],
                        &y = tree.attributes[b.first_attribute + i];
    if (x.name != y.name) return false;
    if (are_links && x.name == AttributeName::kHref) continue;
    if (tree.Value(x) != tree.Value(y)) return false;
  }
  return true;
}

// A number below 256 that elements of one kind share.
std::size_t SlotOf(const PageTree& tree, const PageNode& node) {
  std::uint32_t mixed = node.tag + 31 * node.look;
  for (std::uint32_t i = 0; i < node.attributes; ++i) {
    const PageAttribute& attribute = tree.attributes[node.first_attribute + i];
    mixed = 7 * mixed + static_cast<std::uint32_t>(attribute.name);
    if (attribute.name == AttributeName::kHref) continue;
    mixed = 31 * mixed + attribute.end - attribute.begin;
    mixed = 31 * mixed + static_cast<unsigned char>(tree.bytes[attribute.begin]);
    mixed = 31 * mixed + static_cast<unsigned char>(tree.bytes[attribute.end - 1]);
  }
  return (mixed ^ mixed >> 8 ^ mixed >> 16) & 255U;
}

void PutSpaces(const Page& page, RecordWriter* out) {
  std::uint32_t text = 0;
  out->List(page.tree.spaces, [&](const PageSpace& space) {
    out->Ascending(space.text, &text);
    out->Number(space.at);
    out->String(space.white);
  });
}

void PutLines(const Page& page, RecordWriter* out) {
  out->List(page.lines, [&](const SourceLine& line) {
    out->Fixed(line.hash);
    out->Number(line.block.value + 1U);
  });
}

// Texts of numbers alone are left out: nothing else says that they are.
StoredWords KnownWords(const Page& page) {
  StoredWords words;
  std::uint32_t body_blocks = 0;
  while (body_blocks < page.blocks.size() && page.blocks[body_blocks].field == Field::kBody)
    ++body_blocks;
  if (!HasBlockForEachSpan(page, body_blocks)) return words;
  for (std::uint32_t b = 0; b < body_blocks; ++b) {
    const Block& block = page.blocks[b];
    if (block.in_title) words.in_title.emplace_back(b);
    if (block.tokens < kLeastKnownWords || block.only_numbers) continue;
    words.texts.push_back({BlockNo(b), block.text_hash.low});
    if (block.folded_hash != block.text_hash.low)
      words.folded.push_back({BlockNo(b), block.folded_hash});
  }
  return words;
}

}  // namespace

std::string HarvestWriter::Write(const Page& page) {
  WriteNodes(page);
  std::string out;
  PutVarint(&out, kinds_.size());
  out += kinds_.bytes();
  PutVarint(&out, page.tree.nodes.size());
  out.append(nodes_.data(), nodes_end_);
  RecordWriter rest(&out);
  PutSpaces(page, &rest);
  const Cuts cuts = CutsOf(page);
  DescribeCuts(rest, cuts);
  rest.Number(page.heading_first);
  rest.Number(page.heading_last);
  std::uint32_t node = 0;
  for (const Link& link : page.links) rest.Near(link.node, &node);
  out += linked_;
  PutLines(page, &rest);
  const StoredWords words = KnownWords(page);
  DescribeWords(rest, words);
  return out;
}

void HarvestWriter::WriteNodes(const Page& page) {
  kinds_.Clear();
  recent_.fill({});
  linked_.clear();
  const std::vector<PageNode>& nodes = page.tree.nodes;
  nodes_.resize(std::max(nodes_.size(), 2 * kMostVarintBytes * nodes.size()));
  char* at = nodes_.data();
  LinksOfNodes links(page.links);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    std::uint64_t up = 0;
    for (std::uint32_t open = i - 1; i > 0 && open != nodes[i].parent; open = nodes[open].parent)
      ++up;
    const bool is_text = nodes[i].tag == kTextTag;
    at = WriteVarint(at, up << 1 | (is_text ? 1U : 0U));
    if (!is_text) at = WriteVarint(at, KindOf(page.tree, nodes[i], links.Of(i)));
  }
  nodes_end_ = static_cast<std::size_t>(at - nodes_.data());
}

std::uint32_t HarvestWriter::KindOf(const PageTree& tree, const PageNode& node, const Link* link) {
  // Most elements are like one a little before.
  Recent& recent = recent_[SlotOf(tree, node)];
  if (recent.node != nullptr && recent.is_link == (link != nullptr) &&
      IsAlike(tree, *recent.node, node, link != nullptr)) {
    PutLinkedHref(tree, node, link);
    return recent.kind;
  }
  const std::uint32_t kind = NewKind(tree, node, link != nullptr);
  PutLinkedHref(tree, node, link);
  recent = {&node, kind, link != nullptr};
  return kind;
}

std::uint32_t HarvestWriter::NewKind(const PageTree& tree, const PageNode& node, bool is_link) {
  kind_.clear();
  PutVarint(&kind_, node.tag);
  PutVarint(&kind_, node.look);
  PutVarint(&kind_, node.attributes);
  for (std::uint32_t i = 0; i < node.attributes; ++i) {
    const PageAttribute& attribute = tree.attributes[node.first_attribute + i];
    const std::string_view value = tree.Value(attribute);
    if (attribute.name == AttributeName::kHref && is_link) {
      PutU8(&kind_, kLinked);
    } else {
      PutU8(&kind_, static_cast<std::uint8_t>(attribute.name));
      PutString(&kind_, value);
    }
  }
  return kinds_.Add(kind_);
}

void HarvestWriter::PutLinkedHref(const PageTree& tree, const PageNode& node, const Link* link) {
  if (link == nullptr) return;
  for (std::uint32_t i = 0; i < node.attributes; ++i) {
    const PageAttribute& attribute = tree.attributes[node.first_attribute + i];
    if (attribute.name == AttributeName::kHref) PutLinked(tree.Value(attribute), *link);
  }
}

void HarvestWriter::PutLinked(std::string_view href, const Link& link) {
  const std::string_view path = href.substr(0, href.find('#'));
  const std::size_t shared = SharedEnd(path, link.target);
  PutString(&linked_, path.substr(0, path.size() - shared));
  PutVarint(&linked_, shared);
  PutString(&linked_, href.substr(path.size()));
}

}  // namespace thresh
