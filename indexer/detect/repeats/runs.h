// Runs: long sequences of words that the pages of a site have in common, and the rule of
// `repeats_runs`. The words of a page are one sequence over all of its text nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexer/detect/block_words.h"
#include "indexer/detect/repeats/site_log.h"
#include "indexer/detect/strike_list.h"
#include "indexer/records.h"

namespace thresh::repeats {

// Cuts pages into text nodes with words. One object serves page after page. Not thread-safe.
class WordCutter {
 public:
  // `page` is cut at text nodes. What it returns is valid until the next Cut.
  const std::vector<Piece>& Cut(const Page& page);
  std::size_t bytes() const;

 private:
  void SplitTerms(const Page& page);

  BlockWords reader_;
  std::vector<Piece> texts_;
  std::vector<std::uint64_t> term_words_;  // of the page's terms, one after the other
  std::vector<std::uint32_t> term_ends_;   // in term_words_, by term
  std::vector<std::uint64_t> words_;       // of the page
};

struct RunParameters {
  double share = 0.5;           // of the pages on which a window stands
  std::uint32_t min_pages = 3;  // of the site
  std::uint32_t window = 6;     // words
  std::uint32_t words = 12;     // of a covered run
  double covered = 0.75;        // of the words of a text node that goes
};

// Strikes the text nodes that stand in runs. A page that would lose all of its texts keeps all.
void JudgeRuns(const SiteLog& log, SiteId site, const RunParameters& parameters,
               StrikeList* strikes);

}  // namespace thresh::repeats
