#include "indexer/detect/bsc_wfc/exact_texts.h"

#include <unordered_map>

#include "indexer/detect/bsc_wfc/block_style_clusters.h"

namespace thresh {
namespace {

// Pages by key. Blocks come page by page.
class PageCounts {
 public:
  std::uint32_t Add(SiteId site, const Hash128& key, DocId doc) {
    // Mix64(0) is 0, hence the 1: site 0 has a mark as well.
    Count& count = counts_[{key.high ^ Mix64(site.value + std::uint64_t{1}), key.low}];
    if (count.pages == 0 || count.last != doc) ++count.pages;
    count.last = doc;
    return count.pages;
  }
  std::uint32_t Of(SiteId site, const Hash128& key) const {
    return counts_.at({key.high ^ Mix64(site.value + std::uint64_t{1}), key.low}).pages;
  }

 private:
  struct Count {
    std::uint32_t pages = 0;
    DocId last;
  };
  std::unordered_map<Hash128, Count> counts_;
};

Hash128 WithStyle(const RunBlockInfo& block) {
  return {block.text_hash.high ^ Mix64(block.style.high + 1),
          block.text_hash.low ^ Mix64(block.style.low)};
}

}  // namespace

Hash128 ExactKey(const RunBlockInfo& block) {
  return block.tokens >= ExactTexts::kFreeWords ? block.text_hash : WithStyle(block);
}

ExactTexts::ExactTexts(std::span<const RunBlockInfo> blocks, std::uint32_t min_pages)
    : min_pages_(min_pages), pages_(blocks.size(), 0) {
  PageCounts counts;
  for (const RunBlockInfo& block : blocks) {
    if (TakesPart(block)) counts.Add(block.site, ExactKey(block), block.doc);
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (TakesPart(blocks[b])) pages_[b] = counts.Of(blocks[b].site, ExactKey(blocks[b]));
  }
}

std::vector<bool> ExactTexts::Superfluous(std::span<const RunBlockInfo> blocks) const {
  std::vector<bool> superfluous(pages_.size(), false);
  PageCounts witnesses;
  for (std::uint32_t b = 0; b < pages_.size(); ++b) {
    if (!TakesPart(blocks[b]) || !IsTemplate(RunBlock(b))) continue;
    // The first min_pages_ pages of a style and text stay as witnesses for the words of other
    // blocks.
    superfluous[b] =
        witnesses.Add(blocks[b].site, WithStyle(blocks[b]), blocks[b].doc) > min_pages_;
  }
  return superfluous;
}

}  // namespace thresh
