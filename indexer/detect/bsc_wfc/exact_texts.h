// ExactTexts: blocks whose whole text stands on enough pages of the site are template, wherever it
// stands and before any word is looked at. An extension of Chen et al. 2006 (docs/DESIGN.md).
//
// A text of fewer than 4 words says little ("read more"): it counts in blocks of one style only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexer/run/run.h"

namespace thresh {

class ExactTexts {
 public:
  static constexpr std::uint32_t kFreeWords = 4;

  ExactTexts() = default;  // finds nothing
  ExactTexts(std::span<const RunBlockInfo> blocks, std::uint32_t min_pages);

  bool IsTemplate(RunBlock block) const { return pages(block) >= min_pages_; }
  // Pages with the block's text; 0 where it takes no part.
  std::uint32_t pages(RunBlock block) const { return pages_.empty() ? 0 : pages_[block.value]; }

  // By RunBlock: template, and the first min_pages blocks of the same style and text give the words
  // of other blocks all the support that more could give. Leaving these out changes no other
  // verdict.
  std::vector<bool> Superfluous(std::span<const RunBlockInfo> blocks) const;
  std::size_t bytes() const { return pages_.capacity() * sizeof(std::uint32_t); }

 private:
  std::uint32_t min_pages_ = 1;
  std::vector<std::uint32_t> pages_;  // by RunBlock
};

// Identity of a block's text, as it is counted.
Hash128 ExactKey(const RunBlockInfo& block);

}  // namespace thresh
