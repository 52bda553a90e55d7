// ContentSpine: the containers that carry the words of a page that stand nowhere else. What leaves the spine
// is suspect, what is inside its end, the content root, is protected.
//
// Thread rule: built by the detector's owner; immutable afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine_site.h"

namespace thresh {

class ContentSpine {
 public:
  ContentSpine(const SpineSite& site, const SpineParameters& parameters);

  bool is_spine(std::uint32_t style) const { return spine_[style]; }
  bool is_block(std::uint32_t style) const { return block_[style]; }

  // The element that is the content root of a page (by its number in the log).
  std::uint32_t root(std::uint32_t page) const { return roots_[page]; }

  std::uint32_t pages(std::uint32_t style) const { return pages_[style]; }  // block styles only
  // Layouts::Coverage: a menu of all pages of a rare layout has coverage 1.
  double coverage(std::uint32_t style) const { return coverage_[style]; }

 private:
  void Vote(const SpineSite& site, const SpineParameters& parameters);
  void LayOut(const SpineSite& site, const SpineParameters& parameters);

  std::vector<bool> spine_, block_;   // by style
  std::vector<std::uint32_t> roots_;  // by page
  std::vector<std::uint32_t> pages_;  // by style
  std::vector<double> coverage_;      // by style
};

// Is `element` above the root? On its way to the root, or the root?
inline bool IsAbove(const SpinePage& page, std::uint32_t element, std::uint32_t root) {
  return element < root && root < page.element(element).end;
}
inline bool IsOnPath(const SpinePage& page, std::uint32_t element, std::uint32_t root) {
  return element == root || IsAbove(page, element, root);
}

}  // namespace thresh
