// What the writer and the reader of a harvest agree on (harvest.h). Nobody else needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/base/hash.h"
#include "common/store/page_elements.h"
#include "indexer/page/harvest.h"
#include "indexer/page/tag_codes.h"
#include "indexer/records.h"

namespace thresh {

// A block of the body as a harvest has it. Neighbours are mostly alike.
struct Cut {
  std::uint32_t up = 0;  // from the block to its parent; 0 for a root
  std::uint32_t style = 0;
  friend bool operator==(const Cut&, const Cut&) = default;
};
struct Cuts {
  std::vector<Hash128> styles;
  std::vector<std::pair<std::uint32_t, Cut>> runs;  // as many blocks alike
};

template <typename Coder, typename T>
void DescribeCuts(Coder& coder, T& cuts) {
  coder.List(cuts.styles, [&](auto& style) { coder.Hash(style); });
  coder.List(cuts.runs, [&](auto& run) {
    coder.Number(run.first);
    coder.Number(run.second.up);
    coder.Number(run.second.style);
  });
}

// Block i of such a page is span i.
inline bool HasBlockForEachSpan(const Page& page, std::size_t body_blocks) {
  if (page.spans.size() != body_blocks) return false;
  for (std::uint32_t i = 0; i < body_blocks; ++i) {
    if (page.spans[i].block.value != i) return false;
  }
  return true;
}

template <typename Coder, typename Texts>
void DescribeTexts(Coder& coder, Texts& texts) {
  std::uint32_t block = 0;
  coder.List(texts, [&](auto& text) {
    coder.Ascending(text.block.value, &block);
    coder.Fixed(text.hash);
  });
}
template <typename Coder, typename Words>
void DescribeWords(Coder& coder, Words& words) {
  DescribeTexts(coder, words.texts);
  DescribeTexts(coder, words.folded);
  std::uint32_t block = 0;
  coder.List(words.in_title, [&](auto& title) { coder.Ascending(title.value, &block); });
}

// The href of a link is mostly the end of its target, with a few dots in front. kLinked marks one
// that is written as what stands in front of that end, the length of the end, and the fragment.
inline constexpr std::uint8_t kLinked = PageElements::kLinkedHref;
static_assert(kLinked == kAttributeNames);
static_assert(PageElements::kClassAttribute == static_cast<std::uint8_t>(AttributeName::kClass));
static_assert(PageElements::kText == kTextTag);

// The links of a page by their nodes, which are asked for in ascending order.
class LinksOfNodes {
 public:
  explicit LinksOfNodes(const std::vector<Link>& links) : links_(links) {}
  // Null if the node is no link.
  const Link* Of(std::uint32_t node) {
    while (at_ < links_.size() && links_[at_].node < node) ++at_;
    return at_ < links_.size() && links_[at_].node == node ? &links_[at_] : nullptr;
  }

 private:
  const std::vector<Link>& links_;
  std::size_t at_ = 0;
};

}  // namespace thresh
