#include "indexer/page/harvest.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "common/base/coder.h"
#include "indexer/page/harvest_parts.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

// More than nearly any page has: the numbers of a damaged harvest may ask for any memory.
constexpr std::size_t kMostReserved = std::size_t{1} << 20;

bool MakeBlocks(const Cuts& cuts, std::size_t most, Page* page) {
  std::size_t all = kOwnFieldCount;  // the fields beside the body, and cut words
  for (const auto& [count, cut] : cuts.runs) all += std::min<std::size_t>(count, most);
  page->blocks.reserve(std::min(all, kMostReserved));
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

// The tree of a page: its elements, and the hrefs of its links, which stand elsewhere in a harvest.
class TreeReader {
 public:
  TreeReader(const PageElements& elements, RecordReader* in, Page* page)
      : elements_(elements), in_(*in), tree_(page->tree), links_(page->links) {}

  bool Read() {
    MakeNodes();
    for (const PageElements::Space& space : elements_.spaces())
      tree_.spaces.push_back({space.text, space.at, std::string(space.white)});
    for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
      if (!ReadAttributes(i)) return false;
    }
    return true;
  }

 private:
  void MakeNodes() {
    tree_.nodes.reserve(elements_.nodes().size());
    std::uint32_t texts = 0;
    std::size_t attributes = 0;
    for (const PageElements::Node& from : elements_.nodes()) {
      PageNode& node = tree_.nodes.emplace_back();
      node.first_text = texts;
      node.parent = from.parent;
      node.end = from.end;
      node.tag = kTextTag;
      if (from.kind == PageElements::kText) {
        ++texts;
      } else {
        node.tag = elements_.kinds()[from.kind].tag;
        node.look = elements_.kinds()[from.kind].look;
        attributes += elements_.kinds()[from.kind].attributes.size();
      }
    }
    attributes = std::min(attributes, kMostReserved);
    tree_.attributes.reserve(attributes);
    constexpr std::size_t kMostValues = 32;  // bytes: classes and hrefs are short as a rule
    tree_.bytes.reserve(attributes * kMostValues);
  }

  bool ReadAttributes(std::uint32_t number) {
    PageNode& node = tree_.nodes[number];
    node.first_attribute = static_cast<std::uint32_t>(tree_.attributes.size());
    const std::uint32_t kind = elements_.nodes()[number].kind;
    if (kind == PageElements::kText) return true;
    const auto attributes = elements_.kinds()[kind].attributes;
    node.attributes = static_cast<std::uint16_t>(attributes.size());
    for (const auto& [name, value] : attributes) {
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

  // More than any page has: a few damaged bytes could ask for long values again and again.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 28;

  const PageElements& elements_;
  RecordReader& in_;
  PageTree& tree_;
  LinksOfNodes links_;
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

void TakeDoc(DocRecord doc, Page* page) {
  page->url = std::move(doc.url);
  page->docno = std::move(doc.docno);
  page->path = std::move(doc.path);
  page->date = std::move(doc.date);
  page->title = std::move(doc.title);
  page->description = std::move(doc.description);
  page->language = std::move(doc.language);
  page->canonical = std::move(doc.canonical);
  page->degraded = doc.degraded;
  page->origin.payload = doc.payload;
}

// Which words of the page stand nowhere in the index but in the text.
void TakeStruck(const std::vector<BlockNo>& struck, std::size_t blocks, StoredWords* words) {
  words->struck.assign(blocks, false);
  for (const BlockNo block : struck) {
    if (block.value < blocks) words->struck[block.value] = true;
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

bool HarvestReader::TakeText(std::string_view row, Page* page, StoredWords* words) {
  std::string_view text;
  if (!DecodePlainText(row, &spans_, &text)) return false;
  page->text = text;
  page->spans.reserve(spans_.size());
  words->tokens.clear();
  std::uint32_t at = 0;
  for (const PlainSpan& stored : spans_) {
    words->tokens.push_back(stored.tokens);
    Span& span = page->spans.emplace_back();
    span.text_begin = at;
    span.text_end = at += stored.bytes;
    span.block = stored.block;
    span.glued = stored.glued;
  }
  return true;
}

bool HarvestReader::TakeLinks(std::string_view row, Page* page) {
  if (!links_.Decode(row, page->url)) return false;
  page->links.reserve(links_.links.size());
  for (LinksRecord::StoredLink& link : links_.links)
    page->links.push_back({std::move(link.target), link.block, link.first_span, link.spans, 0});
  return true;
}

bool HarvestReader::ReadHarvest(std::string_view bytes, Page* page, StoredWords* words) {
  RecordReader in(bytes);
  if (!elements_.Decode(&in)) return false;
  if (!elements_.nodes().empty() && elements_.texts() != page->spans.size()) return false;
  Cuts cuts;
  DescribeCuts(in, cuts);
  // Each block has a node, a line or a span: no harvest stands for more blocks than fit a page.
  constexpr std::size_t kMostBlocks = std::size_t{1} << 26;
  if (!in.ok() || !MakeBlocks(cuts, kMostBlocks, page)) return false;
  in.Number(page->heading_first);
  in.Number(page->heading_last);
  std::uint32_t node = 0;
  for (Link& link : page->links) in.Near(link.node, &node);
  if (!TreeReader(elements_, &in, page).Read()) return false;
  if (!ReadLines(&in, page)) return false;
  DescribeWords(in, *words);
  return in.done();
}

bool HarvestReader::Take(HarvestedPage stored, Page* page, StoredWords* words) {
  words->place = stored.place;
  words->token_hash = stored.doc.token_hash;
  words->body_tokens = stored.doc.body_tokens_seen;
  TakeDoc(std::move(stored.doc), page);
  if (!TakeText(stored.text, page, words) || !TakeLinks(stored.links, page)) return false;
  if (!ReadHarvest(stored.harvest, page, words) || !FitTogether(*page)) return false;
  TakeStruck(stored.struck, page->blocks.size(), words);
  if (!HasBlockForEachSpan(*page, page->blocks.size())) words->place.reset();
  page->links_row = std::move(stored.links);
  if (!words->place) return true;
  // With the same words the rows are the same.
  page->text_row = std::move(stored.text);
  page->harvest = std::move(stored.harvest);
  return true;
}

}  // namespace thresh
