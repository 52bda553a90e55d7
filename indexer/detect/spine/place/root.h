// The content spine: where the content of a site's pages stands.
//
// A **vote** is what a page says of a style: its elements carry half of the page's own words. The
// **spine** is the path of containers, from the body down, that carry the own words on most of the
// pages that have them. The **content root** of a page is the last element of the spine on that
// page. What leaves the spine above the root is suspect, what is inside the root is protected.
//
// Votes are counted in the first pass over the log, the spine is found once after it, and
// RootFinder finds the root of each page of the second pass. Made by place.cc for one site. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/site.h"

namespace thresh::spine {

// How many of a page's own words stand in an element. Own words are words of fresh texts outside
// links. If the page has too few, they are all words of fresh texts, and if these are too few, all
// words.
class OwnWords {
 public:
  explicit OwnWords(double least) : least_(least) {}

  void Enter(const SitePage& page);  // marks that depend on places are not needed
  std::uint32_t In(const LoggedPage::Element& element) const {
    return sums_[element.last_text] - sums_[element.first_text];
  }
  std::uint32_t all() const { return sums_.back(); }

 private:
  template <typename F>
  void Sum(const SitePage& page, F counts);

  double least_;
  std::vector<std::uint32_t> sums_;  // words before each text
};

// On how many pages the elements of each style carry what share of the own words.
class Votes {
 public:
  explicit Votes(const SpineParameters& parameters)
      : parameters_(parameters), own_(parameters.own_words) {}

  void AddPage(const SitePage& page, const Styles& styles);
  // Called after the last page: styles that only pages without a vote have get none.
  void Close(const Styles& styles) { votes_.resize(styles.size()); }

  bool Carries(std::uint32_t style) const;
  // Pages with the style, or 0 if it may not carry.
  std::uint32_t pages(std::uint32_t style) const { return votes_[style].pages.pages; }

 private:
  struct OfStyle {
    PageCount pages, main;
    std::uint64_t whole_parts = 0;  // how nearly it is all of its pages: 2^32 of a page at most
  };
  void Add(std::uint32_t page, std::uint32_t words, OfStyle* votes) const;

  const SpineParameters& parameters_;
  OwnWords own_;
  std::vector<OfStyle> votes_;  // by style
};

class ContentSpine {
 public:
  ContentSpine(const Styles& styles, const Votes& votes, const SpineParameters& parameters);

  bool is_spine(std::uint32_t style) const { return spine_[style]; }
  // By style: whether it is a block. A `td` is a block only in a table on the spine, which makes
  // the layout of its page.
  const std::vector<bool>& blocks() const { return block_; }

 private:
  void FollowVotes(const Styles& styles, const Votes& votes);
  void EndEarly(const Styles& styles, const Votes& votes, double branch);

  std::vector<bool> spine_, block_;  // by style
};

// Finds the element of a page that is its content root.
class RootFinder {
 public:
  RootFinder(const Styles& styles, const ContentSpine& spine, const SpineParameters& parameters)
      : styles_(styles), spine_(spine), own_(parameters.own_words) {}
  std::uint32_t Find(const SitePage& page);

 private:
  const Styles& styles_;
  const ContentSpine& spine_;
  OwnWords own_;
};

// Is the root inside `element`?
inline bool IsAbove(const SitePage& page, std::uint32_t element, std::uint32_t root) {
  return element < root && root < page.element(element).end;
}
// Is `element` the root, or above it?
inline bool IsOnPath(const SitePage& page, std::uint32_t element, std::uint32_t root) {
  return element == root || IsAbove(page, element, root);
}

}  // namespace thresh::spine
