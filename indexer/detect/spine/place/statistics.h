// Statistics of style paths: finds the facts that rules look at. All elements of a style are judged
// together, on shares of the words in their subtrees.
//
// Statistics is the second pass over the log, and at most one more: FindEdges reads it again and is
// called only if a rule needs what it finds. Made by place.cc for one site. Not thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexer/detect/spine/place/rules.h"
#include "indexer/detect/spine/site.h"

namespace thresh::spine {

class ContentSpine;  // root.h

// What words are counted as. Each kind but the first is the words of texts with one mark.
enum WordKind : std::uint8_t {
  kAllWords,
  kDenseWords,  // of kFurniture: links into the page itself are no template
  kSingleWords,
  kOffWords,      // in links that lead off the page
  kHeadingWords,  // in headings
  kOwnWords,      // of texts that do not repeat
  kOwnLinkWords,  // of texts that do not repeat, in links
  kUsualWords,
};
inline constexpr std::size_t kWordKinds = 8;

template <typename N>
using WordCounts = std::array<N, kWordKinds>;

// The words in the subtree of an element. A title of the page is not counted where another text of
// the page says it too (kTitle): a bar with a copy of the title is the same bar on all pages.
WordCounts<std::uint32_t> WordsOf(const SitePage& page, std::uint32_t element);

// Sets words and all facts that are shares of words, but dense_mean.
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
