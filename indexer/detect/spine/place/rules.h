// The rules that take a style, or a single element, for template: one table, and the facts that its
// rules look at. A rule knows nothing of pages: place.cc finds the styles and elements that
// stand at a rule's place, and asks the table. The sentence that people read of a rule is the row
// "spine.NAME" of RuleTable() in common/store/rule.cc. Stateless; any thread may ask.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "indexer/detect/spine/parameters.h"

namespace thresh::spine {

// What is known of a style, summed over its elements, or of one element. A share is a share of the
// words in the subtrees, unless its comment says otherwise.
struct StyleFacts {
  double pages = 0;     // that have the style
  double coverage = 0;  // for a page with the style: share of the pages of its layout that have it
  double words = 0;     // in the subtrees
  double dense = 0;     // share in dense texts: on many of the pages that have their place
  double dense_mean = 0;  // mean of the elements' dense shares: short and long elements count alike
  double single = 0;      // share in texts that stand nowhere else
  double off = 0;         // share in links that lead off the page
  double heads = 0;       // share in headings
  double links = 0;       // share in links, of the words that do not repeat
  double usual = 0;       // share in texts on nearly all pages that have their place
  double passages = 0;    // share in long texts that repeat on a part of these pages
  double contents = 0;    // share in dense texts, and in links to headings of the page itself
  double labels = 0;      // texts of an element on most of the pages that have their place; mean
  double mean_words = 0;  // of an element
  double rest = 0;        // share of what a page says beside dense texts, in all elements; mean
  double copies = 0;      // elements a page
  double out = 0;         // share of the elements whose parent is above the content root
  double child = 0;       // share of the elements whose parent is the content root
  double edge = 0;        // share of the elements at the front or the back of their page
  double back = 0;        // share of the elements at the back of their page
  bool landmark = false;
};

// Where a rule looks. The first letter of a rule's name is its place.
enum class Place : std::uint8_t {
  kOutside,  // O: styles that leave the spine above the content root, and landmarks
  kInside,   // I: styles inside the content root
  kBare,     // E: single elements without names whose style is spine, beside the spine
};

struct Rule {
  std::string_view name;
  Place place;
  // From -1 to 1; the rule holds where this is not clearly below 0.
  double (*margin)(const StyleFacts& facts, const SpineParameters& parameters);
};
std::span<const Rule> Rules();

// The first rule of a place that holds, or null.
const Rule* FindRule(Place place, const StyleFacts& facts, const SpineParameters& parameters);

}  // namespace thresh::spine
