// Statistics of style paths: what the rules look at. A style is judged on all of its elements
// together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexer/detect/spine/root.h"
#include "indexer/detect/spine/site.h"

namespace thresh {

// What words are counted as.
enum WordKind : std::uint8_t {
  kAllWords,
  kDenseWords,  // of dense texts, and so on: TextMark
  kConstWords,
  kScopedWords,
  kSingleWords,
  kUsualWords,
  kOffWords,      // in links that leave the page
  kHeadingWords,  // in headings
  kOwnWords,      // of texts that do not repeat
  kOwnLinkWords,  // of these in links
};
inline constexpr std::size_t kWordKinds =
    12;  // the last two are of nothing: counts are added by fours

template <typename N>
using WordCounts = std::array<N, kWordKinds>;

// Of an element of a page, from its texts.
WordCounts<std::uint32_t> WordsOf(const SpinePage& page, std::uint32_t element);

// The same of any element in constant time.
class PageWords {
 public:
  void Enter(const SpinePage& page);
  WordCounts<std::uint32_t> In(const LoggedPage::Element& element) const;

 private:
  std::vector<WordCounts<std::uint32_t>> sums_;  // of all texts before each
};

// All shares are of words.
struct StyleFacts {
  double pages = 0;
  double coverage = 0;
  double words = 0;
  double dense = 0;
  double dense_mean = 0;  // mean of the elements' shares
  double constant = 0, scoped = 0, single = 0, usual = 0;
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

// Which elements of a page stand at its front or its back: at most `distance` words away that are
// neither dense nor in the styles `accepted`.
class PageEdges {
 public:
  void Enter(const SpinePage& page, const std::vector<bool>& accepted, double distance);
  bool AtFront(const LoggedPage::Element& element) const { return element.first_text <= front_; }
  bool AtBack(const LoggedPage::Element& element) const { return element.last_text >= back_; }

 private:
  std::uint32_t front_ = 0,
                back_ = 0;  // texts: what begins up to the one, or ends from the other on
};

template <typename N>
void SetShares(const WordCounts<N>& counts, StyleFacts* facts);

class StyleStatistics {
 public:
  StyleStatistics(const SpineSite& site, const ContentSpine& spine,
                  const SpineParameters& parameters);

  // Looks where on their pages elements stand. Words in the styles `accepted` do not count as
  // distance.
  void FindEdges(const std::vector<bool>& accepted, double edge_words);
  // Looks for texts that are dense in the styles `accepted`.
  void FindEchoes(const std::vector<bool>& accepted);

  const StyleFacts& of(std::uint32_t style) const { return facts_[style]; }
  std::uint32_t root(std::uint32_t page) const {
    return roots_[page];
  }  // element, by number of the page

 private:
  void Count(const SpineParameters& parameters);

  const SpineSite& site_;
  const ContentSpine& spine_;
  std::vector<std::uint32_t> roots_;     // by page
  std::vector<StyleFacts> facts_;        // by style
  std::vector<std::uint64_t> elements_;  // by style
};

}  // namespace thresh
