// Pagelets: regions of a page with a topic or function of their own (BYR 1.3), how a page is cut
// into them (3.1, figure 3), and the fingerprint by which two of them count as one.
//
// An element is opened if one of its children has at least k links. A pagelet is an element that is
// not opened below elements that are. Text directly below an opened element is a pagelet, too.
// Links are <a href>.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexer/detect/block_words.h"
#include "indexer/detect/link_targets.h"
#include "indexer/records.h"

namespace thresh {

struct Pagelet {
  std::uint32_t first_node = 0,
                end_node = 0;  // in the tree; neighbours' subtrees where they were joined
  std::uint32_t first_text = 0, texts = 0;  // text nodes
  std::uint32_t links = 0;
};

struct PartitionRules {
  std::uint32_t k = 3;
  bool join =
      false;  // neighbours with fewer than k links in all make one pagelet (not in the paper)
};

// In document order. Every text node lies in one of them.
std::vector<Pagelet> PartitionPage(const PageTree& tree, const PartitionRules& rules);

// The tokens of a pagelet, as hashes: the words of its text and, for each link, its target where
// the <a> stands. One object serves page after page.
class PageletTokens {
 public:
  void Read(const Page& page);
  // Of the page that was read last; its pagelets in document order.
  std::span<const std::uint64_t> of(const Pagelet& pagelet);
  std::size_t bytes() const { return words_.bytes() + tokens_.capacity() * sizeof(std::uint64_t); }

 private:
  const Page* page_ = nullptr;
  BlockWords words_;
  LinkTargets targets_;
  std::vector<std::uint64_t> tokens_;
};

// The least hash of the shingles of `width` tokens: two pagelets agree in it with a probability
// equal to their resemblance (Broder et al. 1997). Fewer tokens are one shingle; none have 0.
std::uint64_t MinShingle(std::span<const std::uint64_t> tokens, std::uint32_t width);

}  // namespace thresh
