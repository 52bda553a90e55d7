// Score: what a detector removed against what gold pages say, counted in tokens, however a page is
// cut.
//
// The two token sequences of a page are aligned, and each gold token takes the verdict of its
// partner. A gold token without a partner was lost by the indexer: it counts as removed. Pages are
// added up before any ratio is taken.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/compare/gold.h"

namespace thresh {

// The text of a page in a store, as tokens of the same RefereeWords as the gold's.
struct IndexedPage {
  std::vector<std::uint32_t> tokens;
  std::vector<std::uint32_t> blocks;  // of each token
  std::vector<bool> removed;          // of each token
};

struct Score {
  std::uint64_t pages = 0, damaged_pages = 0;
  std::uint64_t template_removed = 0, template_kept = 0, content_removed = 0, content_kept = 0;
  std::uint64_t tokens = 0, unaligned = 0;  // all gold tokens; of these without a partner
  // Gold blocks, and those of which at least 80 % of the tokens were removed: the score of Chen et
  // al. 2006, table 2. It is a recall.
  std::uint64_t blocks = 0, blocks_detected = 0;
  // Rowlands et al. 2009, 4: lines that stay in the index, right and wrong ones. A line is a block
  // of the detector's own segmentation with a scored token in it; it is content where at least half
  // of these are.
  std::uint64_t lines_content = 0, lines_kept = 0, lines_content_kept = 0;
  double lines_f1_sum = 0;  // over pages

  void Add(const Score& other);

  double Precision() const;      // what was removed was template; 1 where nothing was removed
  double Recall() const;         // template was removed; 1 where there is none
  double F1() const;             // of the two
  double Kept() const;           // content is still in the index
  double Damaged() const;        // share of pages that lost more than 2 % of their content
  double BlockScore() const;     // gold blocks detected; 1 where there is none
  double TemplateShare() const;  // of the scored tokens
  double Unaligned() const;      // of all gold tokens
  double LinePrecision() const;  // kept lines are content
  double LineRecall() const;     // content lines are kept
  double LineF1() const;         // of the two
  double LineF1Mean() const;     // mean of the pages' own
};

Score ScorePage(const GoldPage& gold, const IndexedPage& indexed);

}  // namespace thresh
