// Statistics of style paths: what the rules look at. A style is judged on all of its elements together.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine_root.h"
#include "indexer/detect/spine_site.h"

namespace thresh {

// Words of a stretch of texts, by what they are.
struct WordCounts {
  std::uint64_t words = 0;
  std::uint64_t dense = 0, constant = 0, scoped = 0, single = 0;  // TextMark
  std::uint64_t off = 0;                                          // in links that leave the page
  std::uint64_t heads = 0;                                        // in headings
  std::uint64_t own = 0, own_links = 0;                           // not repeated; of these in links
  WordCounts& operator+=(const WordCounts& other);
  friend WordCounts operator-(WordCounts a, const WordCounts& b);
};

// Word counts of any element of a page in constant time.
class PageWords {
 public:
  explicit PageWords(const SpineSite& site) : site_(site) {}
  void Enter(const SpinePage& page);
  WordCounts In(const LoggedPage::Element& element) const {
    return sums_[element.last_text] - sums_[element.first_text];
  }

 private:
  WordCounts Of(const SpinePage& page, std::uint32_t text) const;

  const SpineSite& site_;
  std::vector<WordCounts> sums_;  // of all texts before each
};

// All shares are of words.
struct StyleFacts {
  double pages = 0;
  double coverage = 0;
  double words = 0;
  double dense = 0;
  double dense_mean = 0;  // mean of the elements' shares
  double constant = 0, scoped = 0, single = 0;
  double off = 0, heads = 0;
  double links = 0;   // of the words that do not repeat
  double copies = 0;  // elements a page
  double out = 0;     // share of elements whose parent is above the content root
  double child = 0;   // ... whose parent is the root
  double edge = 0;    // ... at the front or the back of their page
  double back = 0;    // ... at the back
  double echo = 0;    // words that are dense in accepted places
  bool landmark = false;
};

void SetShares(const WordCounts& counts, StyleFacts* facts);

class StyleStatistics {
 public:
  StyleStatistics(const SpineSite& site, const ContentSpine& spine);

  // Looks where on their pages elements stand. Words in the styles `accepted` do not count as distance.
  void FindEdges(const std::vector<bool>& accepted, double edge_words);
  // Looks for texts that are dense in the styles `accepted`.
  void FindEchoes(const std::vector<bool>& accepted);

  const StyleFacts& of(std::uint32_t style) const { return facts_[style]; }

 private:
  void Count();

  const SpineSite& site_;
  const ContentSpine& spine_;
  std::vector<StyleFacts> facts_;        // by style
  std::vector<std::uint64_t> elements_;  // by style
};

}  // namespace thresh
