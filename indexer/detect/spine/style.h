// Style and TextMark: what the passes over a site know of an element and of a text. Plain values.
//
// A **style path** is the sequence of keys from the body down to an element, without sibling
// numbers: `body > div.nav > ul`. It is this detector's block-style cluster (Chen, Ye, Li 2006,
// 3.1): all elements of one style path are judged together. The **leaf path** of a text is the
// style path of its parent element, inline elements included.
//
// A **mark** says how the site repeats a text, at its leaf path and in its **scope**: the smallest
// directory above the page with enough pages.
#pragma once

#include <cstdint>
#include <vector>

#include "indexer/detect/spine/keys.h"

namespace thresh::spine {

// A parent's number is smaller than its children's.
struct Style {
  std::uint32_t parent = 0;  // itself for the body
  std::uint32_t key = 0;     // of CleanKeys
  std::uint32_t name = 0;    // the text that names it and 1; 0 where names or nothing do
  Tag tag;
  bool landmark = false;
  bool ends_spine = false;
  bool named = false;       // by a class, an id or its first text
  bool in_heading = false;  // it or an ancestor is h1 ... h6

  bool may_carry() const { return tag.container && !landmark; }  // the content of a page
};
using Styles = std::vector<Style>;

// Bits of a text at its place. The place is the leaf path within the scope.
enum TextMark : std::uint16_t {
  kFresh = 1 << 0,      // on so few pages that it is the page's own
  kSingle = 1 << 1,     // nowhere else, not even on the same page
  kFrequent = 1 << 2,   // on `support` pages, at any leaf path
  kRepeated = 1 << 3,   // on `support` pages at the same leaf path
  kDense = 1 << 4,      // repeated, and on `node_dense` of the pages that have its place
  kConst = 1 << 5,      // repeated, and on `node_const` of the pages that have its place
  kFurniture = 1 << 6,  // dense, and no link into its own page
  kInLink = 1 << 7,     // in a link
  kInOffLink = 1 << 8,  // in a link that leads off the page
  kInHeading = 1 << 9,  // in h1 ... h6
  kNumbers = 1 << 10,   // has no words but numbers
  kPassage = 1 << 11,   // long, repeated, and on `passage` of the pages that have its place
  kOwn = 1 << 12,       // not repeated
  kOwnLink = 1 << 13,   // not repeated, and in a link
  kTitle = 1 << 14,     // echoes the title of its page, which another text says too
  kUsual = 1 << 15      // repeated, and on `node_usual` of the pages that have its place
};

}  // namespace thresh::spine
