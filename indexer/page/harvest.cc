#include "indexer/page/harvest.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/coder.h"
#include "indexer/page/harvest_parts.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

bool MakeBlocks(const Cuts& cuts, std::size_t most, Page* page) {
  for (const auto& [count, cut] : cuts.runs) {
    if (cut.style >= cuts.styles.size() || count > most - page->blocks.size()) return false;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto number = static_cast<std::uint32_t>(page->blocks.size());
      if (cut.up > number) return false;
      Block& block = page->blocks.emplace_back();
      block.parent = number - cut.up;
      block.style = cuts.styles[cut.style];
    }
  }
  return true;
}

// A node takes one or two bytes: how many elements end in front of it, and the number of its kind,
// which is its tag, its look and its attributes. Text nodes are all of one kind.
class TreeReader {
 public:
  TreeReader(RecordReader* in, Page* page)
      : in_(*in), page_(*page), tree_(page->tree), links_(page->links) {}

  bool Read() {
    if (!ReadKinds()) return false;
    std::uint32_t nodes = 0;
    in_.Number(nodes);
    if (!in_.ok() || nodes > in_.bytes()->left()) return false;
    for (std::uint32_t i = 0; i < nodes; ++i) {
      if (!ReadPlace(i)) return false;
    }
    CloseAll(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) {
      if (!ReadAttributes(i)) return false;
    }
    return nodes == 0 || texts_ == page_.spans.size();
  }

 private:
  struct Kind {
    std::uint32_t tag = 0, look = 0;
    std::vector<std::pair<std::uint8_t, std::string>> attributes;
  };

  bool ReadKinds() {
    in_.List(kinds_, [&](Kind& kind) {
      in_.Number(kind.tag);
      in_.Number(kind.look);
      if (kind.tag == kTextTag) in_.Fail();
      in_.List(kind.attributes, [&](auto& attribute) {
        in_.Byte(attribute.first);
        if (attribute.first < kLinked) in_.String(attribute.second);
        if (attribute.first > kLinked) in_.Fail();
      });
    });
    return in_.ok();
  }

  bool ReadPlace(std::uint32_t number) {
    PageNode node;
    node.first_text = texts_;
    std::uint32_t up = 0, kind = 0;
    bool is_text = false;
    in_.NumberAndFlag(up, is_text);
    if (!is_text) in_.Number(kind);
    if (!in_.ok() || (!is_text && kind >= kinds_.size())) return false;
    node.tag = is_text ? kTextTag : kinds_[kind].tag;
    node.look = is_text ? 0 : kinds_[kind].look;
    kind_of_.push_back(is_text ? kNoKind : kind);
    texts_ += is_text ? 1 : 0;
    if (!FindParent(number, up, &node)) return false;
    tree_.nodes.push_back(node);
    return true;
  }

  bool FindParent(std::uint32_t number, std::uint32_t up, PageNode* node) {
    if (number == 0) return up == 0 && node->tag != kTextTag;
    node->parent = number - 1;
    for (; up > 0 && node->parent != 0; --up) node->parent = Leave(node->parent, number);
    // A text node has no children.
    return up == 0 && kind_of_[node->parent] != kNoKind;
  }

  std::uint32_t Leave(std::uint32_t node, std::uint32_t end) {
    tree_.nodes[node].end = end;
    return tree_.nodes[node].parent;
  }

  // The elements that are open behind the last node.
  void CloseAll(std::uint32_t nodes) {
    if (nodes == 0) return;
    for (std::uint32_t at = nodes - 1; at != 0;) at = Leave(at, nodes);
    tree_.nodes[0].end = nodes;
  }

  bool ReadAttributes(std::uint32_t number) {
    PageNode& node = tree_.nodes[number];
    node.first_attribute = static_cast<std::uint32_t>(tree_.attributes.size());
    if (kind_of_[number] == kNoKind) return true;
    const Kind& kind = kinds_[kind_of_[number]];
    node.attributes = static_cast<std::uint16_t>(kind.attributes.size());
    for (const auto& [name, value] : kind.attributes) {
      const auto begin = static_cast<std::uint32_t>(tree_.bytes.size());
      if (name == kLinked && !ReadLinked(links_.Of(number))) return false;
      tree_.bytes += value;
      const auto end = static_cast<std::uint32_t>(tree_.bytes.size());
      tree_.attributes.push_back(
          {name == kLinked ? AttributeName::kHref : static_cast<AttributeName>(name), begin, end});
    }
    return tree_.bytes.size() <= kMostBytes;
  }

  bool ReadLinked(const Link* link) {
    tree_.bytes += in_.bytes()->String();
    std::uint32_t shared = 0;
    in_.Number(shared);
    if (link == nullptr || shared > link->target.size()) return false;
    tree_.bytes.append(link->target, link->target.size() - shared);
    tree_.bytes += in_.bytes()->String();
    return in_.ok();
  }

  static constexpr std::uint32_t kNoKind = 0xffffffff;
  // More than any page has: a few damaged bytes could ask for long values again and again.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 28;

  RecordReader& in_;
  const Page& page_;
  PageTree& tree_;
  LinksOfNodes links_;
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kind_of_;
  std::uint32_t texts_ = 0;
};

bool ReadLines(RecordReader* in, Page* page) {
  in->List(page->lines, [&](SourceLine& line) {
    in->Fixed(line.hash);
    in->Number(line.block.value);
    line.block.value -= 1U;
  });
  const std::size_t blocks = page->blocks.size();
  return in->ok() && std::all_of(page->lines.begin(), page->lines.end(), [&](SourceLine line) {
           return line.block == kNoBlock || line.block.value < blocks;
         });
}

bool ReadHarvest(std::string_view bytes, Page* page) {
  RecordReader in(bytes);
  Cuts cuts;
  DescribeCuts(in, cuts);
  // Each block has a node, a line or a span: no harvest stands for more blocks than fit a page.
  constexpr std::size_t kMostBlocks = std::size_t{1} << 26;
  if (!in.ok() || !MakeBlocks(cuts, kMostBlocks, page)) return false;
  in.Number(page->heading_first);
  in.Number(page->heading_last);
  std::uint32_t node = 0;
  for (Link& link : page->links) in.Near(link.node, &node);
  if (!TreeReader(&in, page).Read()) return false;
  return ReadLines(&in, page) && in.done();
}

void TakeDoc(DocRecord doc, Page* page) {
  page->url = std::move(doc.url);
  page->docno = std::move(doc.docno);
  page->path = std::move(doc.path);
  page->date = std::move(doc.date);
  page->title = std::move(doc.title);
  page->description = std::move(doc.description);
  page->degraded = doc.degraded;
  page->origin.payload = doc.payload;
}

void TakeText(const TextRecord& text, Page* page) {
  for (const TextRecord::StoredSpan& stored : text.spans) {
    Span& span = page->spans.emplace_back();
    span.text_begin = static_cast<std::uint32_t>(page->text.size());
    page->text += stored.text;
    span.text_end = static_cast<std::uint32_t>(page->text.size());
    span.block = stored.block;
    span.glued = stored.glued;
  }
}

// What no number of a part may lead out of.
bool FitTogether(const Page& page) {
  const auto is_block = [&](BlockNo block) { return block.value < page.blocks.size(); };
  const std::size_t nodes = std::max<std::size_t>(page.tree.nodes.size(), 1);
  return !page.blocks.empty() && page.heading_first <= page.heading_last &&
         std::all_of(page.spans.begin(), page.spans.end(),
                     [&](const Span& span) { return is_block(span.block); }) &&
         std::all_of(page.links.begin(), page.links.end(), [&](const Link& link) {
           return is_block(link.block) && link.node < nodes &&
                  std::uint64_t{link.first_span} + link.spans <= page.spans.size();
         });
}

}  // namespace

std::string EncodeHarvestedPage(const HarvestedPage& stored) {
  return Encoded([&](RecordWriter& out) {
    out.String(stored.doc.Encode());
    out.String(stored.text.Encode());
    out.String(stored.links.Encode(stored.doc.url));
    out.String(stored.harvest);
  });
}

bool DecodeHarvestedPage(std::string_view bytes, Page* page) {
  std::string doc_row, text_row, links_row, harvest;
  HarvestedPage stored;
  const bool whole = Decoded(bytes, [&](RecordReader& in) {
    in.String(doc_row);
    in.String(text_row);
    in.String(links_row);
    in.String(harvest);
  });
  if (!whole || !stored.doc.Decode(doc_row) || !stored.text.Decode(text_row) ||
      !stored.links.Decode(links_row, stored.doc.url)) {
    return false;
  }
  TakeDoc(std::move(stored.doc), page);
  TakeText(stored.text, page);
  for (LinksRecord::StoredLink& link : stored.links.links)
    page->links.push_back({std::move(link.target), link.block, link.first_span, link.spans, 0});
  return ReadHarvest(harvest, page) && FitTogether(*page);
}

}  // namespace thresh
