// ExactTexts: blocks whose whole text stands on enough pages of the site are template, wherever it
// stands and before any word is looked at. An extension of CYL (docs/DECISIONS.md).
//
// A text of fewer than 4 words says little ("read more"), so it counts in blocks of one style only.
// Made once for an evaluation, constant afterwards.
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

  // By RunBlock: whether the clusters can do without it. Such a block is template, and the first
  // min_pages blocks of the same style and text give the words of other blocks all the support that
  // more blocks could give. So leaving it out changes no decision on another block.
  std::vector<bool> Superfluous(std::span<const RunBlockInfo> blocks) const;
  std::size_t bytes() const { return pages_.capacity() * sizeof(std::uint32_t); }

 private:
  std::uint32_t min_pages_ = 1;
  std::vector<std::uint32_t> pages_;  // by RunBlock
};

// Identity of a block's text, as it is counted.
Hash128 ExactKey(const RunBlockInfo& block);

}  // namespace thresh
