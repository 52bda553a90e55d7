#include "indexer/records.h"

namespace thresh {

std::size_t BytesOf(const Page& page) {
  return sizeof(Page) + page.text.size() + page.term_bytes.size() +
         page.cut_words.size() * sizeof(std::uint32_t) + page.spans.size() * sizeof(Span) +
         page.blocks.size() * sizeof(Block) + page.postings.size() * sizeof(BlockPosting) +
         page.offsets.size() * sizeof(std::uint32_t) + page.links.size() * (sizeof(Link) + 64) +
         page.terms.size() * (sizeof(std::string_view) + sizeof(std::uint64_t)) +
         page.tree.nodes.size() * sizeof(PageNode) +
         page.tree.attributes.size() * sizeof(PageAttribute) +
         page.tree.spaces.size() * sizeof(PageSpace) + page.tree.bytes.size() +
         page.lines.size() * sizeof(SourceLine) + page.harvest.size() + page.text_row.size() +
         page.links_row.size();
}

std::size_t BytesOf(const RawPage& page) {
  const std::size_t bytes = sizeof(RawPage) + page.bytes.size() + page.url.size();
  if (page.stored == nullptr) return bytes;
  const HarvestedPage& stored = *page.stored;
  return bytes + sizeof(HarvestedPage) + stored.text.size() + stored.links.size() +
         stored.struck.size() * sizeof(BlockNo) + stored.harvest.size();
}

}  // namespace thresh
