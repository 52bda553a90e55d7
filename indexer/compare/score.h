// Score: what a detector removed, compared with what the gold labels of a page say. It counts
// tokens, so it does not depend on how a detector cuts a page into blocks. Used by JudgeStore.
//
// The two token sequences of a page are aligned, and each gold token gets the verdict of its
// partner. A gold token without a partner was lost by the indexer and counts as removed. Scores of
// pages are added up, and ratios are taken of the sums. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/compare/gold.h"

namespace thresh {

// The text of a page in a store, cut into tokens by the same RefereeWords as the gold labels. The
// three lists are parallel.
struct IndexedPage {
  std::vector<std::uint32_t> tokens;
  std::vector<std::uint32_t> blocks;  // the block of each token
  std::vector<bool> removed;          // whether the token is not in the index
};

struct Score {
  std::uint64_t pages = 0, damaged_pages = 0;
  std::uint64_t template_removed = 0, template_kept = 0, content_removed = 0, content_kept = 0;
  std::uint64_t tokens = 0, unaligned = 0;  // all gold tokens; gold tokens without a partner
  // Gold blocks, and gold blocks that lost at least 80 % of their tokens: the score of Chen et al.
  // 2006, table 2. It is a recall.
  std::uint64_t blocks = 0, blocks_detected = 0;
  // Rowlands et al. 2009, section 4: lines that stay in the index. A line is a block of the
  // detector's own segmentation with a scored token in it. It is content if at least half of its
  // scored tokens are.
  std::uint64_t lines_content = 0, lines_kept = 0, lines_content_kept = 0;
  double lines_f1_sum = 0;  // over pages

  void Add(const Score& other);

  double Precision() const;  // share of the removed tokens that are template; 1 if none was removed
  double Recall() const;     // share of the template tokens that were removed; 1 if there is none
  double F1() const;         // harmonic mean of both
  double Kept() const;       // share of the content tokens that are still in the index
  double Damaged() const;    // share of pages that lost more than 2 % of their content
  double BlockScore() const;     // share of the gold blocks that were detected; 1 if there is none
  double TemplateShare() const;  // share of the scored tokens that are template
  double Unaligned() const;      // share of all gold tokens without a partner
  double LinePrecision() const;  // share of the kept lines that are content
  double LineRecall() const;     // share of the content lines that are kept
  double LineF1() const;         // harmonic mean of both
  double LineF1Mean() const;     // mean over the pages of their LineF1
};

// The score of one page: `pages` is 1.
Score ScorePage(const GoldPage& gold, const IndexedPage& indexed);

}  // namespace thresh
