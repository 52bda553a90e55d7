// SpineVotes: which style paths carry the words of a page that stand nowhere else. Every page
// votes.
//
// Thread rule: as its owner's.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine/marks.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/styles.h"

namespace thresh {

// How many words of a page's own stand in an element. Needs the marks of texts without their places
// only.
class OwnWords {
 public:
  explicit OwnWords(double least) : least_(least) {}

  void Enter(const SpinePage& page);
  std::uint32_t In(const LoggedPage::Element& element) const {
    return sums_[element.last_text] - sums_[element.first_text];
  }
  std::uint32_t all() const { return sums_.back(); }

 private:
  template <typename F>
  void Sum(const SpinePage& page, F counts);

  double least_;
  std::vector<std::uint32_t> sums_;  // words before each text
};

// What the elements of each style carry of their pages' own words, in pages.
class SpineVotes {
 public:
  explicit SpineVotes(const SpineParameters& parameters)
      : parameters_(parameters), own_(parameters.own_words) {}

  void AddPage(const SpinePage& page, const std::vector<Style>& styles);

  static bool MayCarry(const Style& style) { return style.tag.container && !style.landmark; }
  bool Carries(std::uint32_t style) const;
  std::uint32_t pages(std::uint32_t style) const {
    return votes_[style].pages.pages;
  }  // if it may carry

 private:
  struct Votes {
    PageCount pages, main, carried, nearly_all;
  };
  void Add(std::uint32_t page, std::uint32_t words, Votes* votes) const;

  const SpineParameters& parameters_;
  OwnWords own_;
  std::vector<Votes> votes_;  // by style
};

}  // namespace thresh
