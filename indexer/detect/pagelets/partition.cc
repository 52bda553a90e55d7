#include "indexer/detect/pagelets/partition.h"

#include <algorithm>

#include "common/base/hash.h"
#include "indexer/page/tag_codes.h"

namespace thresh {
namespace {

// Running sums over the nodes in document order: any subtree is a difference of two.
class Sums {
 public:
  explicit Sums(const PageTree& tree) : links_(tree.nodes.size() + 1, 0), texts_(links_) {
    const std::uint32_t a = TagCode("a");
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
      links_[i + 1] = links_[i] + (IsLink(tree, i, a) ? 1 : 0);
      texts_[i + 1] = texts_[i] + (tree.nodes[i].tag == kTextTag ? 1 : 0);
    }
  }
  std::uint32_t links(std::uint32_t begin, std::uint32_t end) const {
    return links_[end] - links_[begin];
  }
  Pagelet Of(std::uint32_t begin, std::uint32_t end) const {
    return {begin, end, texts_[begin], texts_[end] - texts_[begin], links(begin, end)};
  }

 private:
  std::vector<std::uint32_t> links_, texts_;
};

bool ChildHasLinks(const PageTree& tree, std::uint32_t node, std::uint32_t k, const Sums& sums) {
  for (std::uint32_t child = node + 1; child < tree.nodes[node].end;
       child = tree.nodes[child].end) {
    if (sums.links(child, tree.nodes[child].end) >= k) return true;
  }
  return false;
}

}  // namespace

std::vector<Pagelet> PartitionPage(const PageTree& tree, const PartitionRules& rules) {
  const Sums sums(tree);
  std::vector<Pagelet> pagelets;
  // The queue of BYR figure 3 opens the same elements in another order. Document order keeps text
  // nodes ascending and needs no queue.
  for (std::uint32_t node = 0; node < tree.nodes.size();) {
    if (ChildHasLinks(tree, node, rules.k, sums)) {
      // In document order the first child of an opened element comes next.
      ++node;
      continue;
    }
    const Pagelet next = sums.Of(node, tree.nodes[node].end);
    Pagelet* const last = pagelets.empty() ? nullptr : &pagelets.back();
    const bool neighbours = last != nullptr && last->end_node == node &&
                            tree.nodes[last->first_node].parent == tree.nodes[node].parent;
    if (rules.join && neighbours && last->links + next.links < rules.k) {
      *last = sums.Of(last->first_node, next.end_node);
    } else {
      pagelets.push_back(next);
    }
    node = next.end_node;
  }
  return pagelets;
}

void PageletTokens::Read(const Page& page) {
  page_ = &page;
  words_.Read(page);
  targets_.Read(page);
}

std::span<const std::uint64_t> PageletTokens::of(const Pagelet& pagelet) {
  const PageTree& tree = page_->tree;
  tokens_.clear();
  for (std::uint32_t i = pagelet.first_node; i < pagelet.end_node; ++i) {
    const PageNode& node = tree.nodes[i];
    if (node.tag == kTextTag) {
      for (const TermId word : words_.of(BlockNo(node.first_text)))
        tokens_.push_back(page_->term_hashes[word.value]);
    } else if (targets_.Has(i)) {
      // A link is a token, so that bars of pictures have content (docs/DECISIONS.md, "What a
      // pagelet holds").
      tokens_.push_back(targets_.Of(i));
    }
  }
  return tokens_;
}

// A rolling hash (Rabin, Karp): one step a token, whatever the width.
std::uint64_t MinShingle(std::span<const std::uint64_t> tokens, std::uint32_t width) {
  // 2^64 divided by the golden ratio. It is odd, so a multiplication modulo 2^64 loses no bits.
  constexpr std::uint64_t kBase = 0x9e3779b97f4a7c15;
  if (tokens.empty()) return 0;
  const std::uint64_t seed = Seed64(0);
  std::uint64_t oldest = 1;  // kBase to the power of width
  for (std::uint32_t i = 0; i < width; ++i) oldest *= kBase;
  std::uint64_t shingle = 0, least = ~std::uint64_t{0};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    shingle = shingle * kBase + tokens[i];
    if (i >= width) shingle -= tokens[i - width] * oldest;
    if (i + 1 >= std::min<std::size_t>(width, tokens.size()))
      // The rolling sum is not spread evenly, and a minimum is a fair sample only if it is.
      least = std::min(least, Mix64(shingle ^ seed));
  }
  return least;
}

}  // namespace thresh
