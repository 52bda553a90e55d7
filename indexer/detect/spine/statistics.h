// Statistics of style paths: the facts that rules look at. All elements of a style are judged
// together, on shares of the words in their subtrees.
//
// Statistics is the second pass over the log, and at most two more: FindEdges and FindEchoes each
// read it again and are called only if a rule needs what they find. Made by verdicts.cc for one
// site. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexer/detect/spine/root.h"
#include "indexer/detect/spine/site.h"

namespace thresh::spine {

// What words are counted as. Each kind but the first is the words of texts with one mark.
enum WordKind : std::uint8_t {
  kAllWords,
  kDenseWords,
  kConstWords,
  kScopedWords,
  kSingleWords,
  kUsualWords,
  kOffWords,      // in links that lead off the page
  kHeadingWords,  // in headings
  kOwnWords,      // of texts that do not repeat
  kOwnLinkWords,  // of texts that do not repeat, in links
};
inline constexpr std::size_t kWordKinds = 12;  // padded from 10 so that the sums vectorise

template <typename N>
using WordCounts = std::array<N, kWordKinds>;

// The words in the subtree of an element.
WordCounts<std::uint32_t> WordsOf(const SitePage& page, std::uint32_t element);

// What is known of a style, or of one element. All shares are shares of words unless their comment
// says otherwise.
struct StyleFacts {
  double pages = 0;     // that have the style
  double coverage = 0;  // for a page with the style: share of the pages of its layout that have it
  double words = 0;
  double dense = 0;
  double dense_mean = 0;  // mean of the elements' shares: a long element counts as a short one
  double constant = 0, scoped = 0, single = 0, usual = 0;
  double off = 0;     // in links that lead off the page
  double heads = 0;   // in headings
  double links = 0;   // of the words that do not repeat: share in links
  double copies = 0;  // elements a page
  double out = 0;     // share of the elements whose parent is above the content root
  double child = 0;   // share of the elements whose parent is the content root
  double edge = 0;    // share of the elements at the front or the back of their page
  double back = 0;    // share of the elements at the back of their page
  double echo = 0;    // of texts that are dense in an accepted style
  bool landmark = false;
};

// Sets words and all facts that are shares of words, but dense_mean and echo.
template <typename N>
void SetShares(const WordCounts<N>& counts, StyleFacts* facts);

// Which elements of a page stand at its front or its back: at most `distance` words away from it.
// Words of dense texts and words in the styles `accepted` do not count as distance.
class PageEdges {
 public:
  void Enter(const SitePage& page, const std::vector<bool>& accepted, double distance);
  bool AtFront(const LoggedPage::Element& element) const { return element.first_text <= front_; }
  bool AtBack(const LoggedPage::Element& element) const { return element.last_text >= back_; }

 private:
  // Texts: an element is at the front if it begins up to front_, at the back if it ends from back_
  // on.
  std::uint32_t front_ = 0, back_ = 0;
};

class Statistics {
 public:
  Statistics(const Site& site, const ContentSpine& spine, const SpineParameters& parameters);

  // Sets `edge` and `back`, with the styles accepted so far.
  void FindEdges(const std::vector<bool>& accepted, double edge_words);
  // Sets `echo`, with the styles accepted so far.
  void FindEchoes(const std::vector<bool>& accepted);

  const StyleFacts& of(std::uint32_t style) const { return facts_[style]; }
  // The element that is the content root of a page; by SitePage::number.
  std::uint32_t root(std::uint32_t page) const { return roots_[page]; }

 private:
  void Count(const SpineParameters& parameters);

  const Site& site_;
  const ContentSpine& spine_;
  std::vector<std::uint32_t> roots_;     // by page
  std::vector<StyleFacts> facts_;        // by style
  std::vector<std::uint64_t> elements_;  // by style
};

}  // namespace thresh::spine
