// ContentSpine: the containers that carry the words of a page that stand nowhere else. What leaves
// the spine is suspect, what is inside its end, the content root, is protected.
//
// Thread rule: built by the detector's owner; immutable afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine/site.h"

namespace thresh {

class ContentSpine {
 public:
  ContentSpine(const SpineSite& site, const SpineParameters& parameters);

  bool is_spine(std::uint32_t style) const { return spine_[style]; }
  const std::vector<bool>& blocks() const { return block_; }  // by style: is it a block?

 private:
  std::vector<bool> spine_, block_;  // by style
};

// Which element of a page is its content root.
class RootFinder {
 public:
  RootFinder(const SpineSite& site, const ContentSpine& spine, const SpineParameters& parameters)
      : styles_(site.styles()), spine_(spine), own_(parameters.own_words) {}
  std::uint32_t Find(const SpinePage& page);

 private:
  const std::vector<Style>& styles_;
  const ContentSpine& spine_;
  OwnWords own_;
};

// Is `element` above the root? On its way to the root, or the root?
inline bool IsAbove(const SpinePage& page, std::uint32_t element, std::uint32_t root) {
  return element < root && root < page.element(element).end;
}
inline bool IsOnPath(const SpinePage& page, std::uint32_t element, std::uint32_t root) {
  return element == root || IsAbove(page, element, root);
}

}  // namespace thresh
