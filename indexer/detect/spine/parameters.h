// SpineParameters: the thresholds of the spine detector. parameters.cc has one row for each, with
// its range and what it means. Read once when the detector is made, constant afterwards.
#pragma once

#include <algorithm>
#include <cstdint>

#include "indexer/detect/parameters.h"

namespace thresh {

struct SpineParameters {
  double support = 5;       // pages on which a text repeats (Chen et al. 2006)
  double fresh = 0.01;      // share of pages below which a text is the page's own
  double numbers = 0.1;     // share of pages on which a text may differ in its numbers
  double scope = 10;        // pages below a directory that make it a scope
  double name_least = 5;    // pages that a class or id must stand on, at least ...
  double name_most = 20;    // ... and at most; between them a hundredth of the pages
  double carry = 0.75;      // of the page's own words below an element that carries it
  double vote = 0.5;        // of the pages of a style where it carries: spine
  double main = 0.5;        // of the page's own words below its main part
  double nearly_all = 0.9;  // ... below a part that is nearly all of it
  double steady = 0.7;      // of the pages of which a style is the main part: is nearly all
  double branch =
      0.3;  // of the pages of a spine style that go on to a spine child: else it is the end
  double own_words =
      10;  // words that a page must have of its own to be looked at without its links
  double node_dense = 0.3;     // of the pages with that place in the scope: a text is dense
  double node_const = 0.5;     // of the same pages: a text is constant
  double node_least = 3;       // pages of the scope that a dense or a known text is on, at least
  double coverage = 0.5;       // of a style that leaves the spine
  double coverage_mark = 0.1;  // of such a landmark
  double coverage_in = 0.8;    // of a style inside the root
  double dense = 0.3;          // O1; scoped words of O3
  double dense_nav = 0.1;      // O2
  double links = 0.8;          // link text among words that do not repeat
  double off_nav = 0.1;        // O2: text of links that leave the page
  double off_bar = 0.5;        // I1, I2
  double single = 0.1;         // words that stand nowhere else
  double placed = 0.5;         // of a style's elements that stand where a rule asks for
  double edge = 15;            // words between a block and its edge of the page
  double copies = 2;           // elements of a style on a page
  double dense_in = 0.9;       // I1
  double heads = 0.5;          // words in headings
  double dense_bar = 0.2;      // I2
  double const_bar = 0.1;      // I2
  double echo = 0.3;           // S: words known from accepted places, where a style is rare
  double dense_bare = 0.8;     // E
  double words_bare = 40;      // E
  double instance = 0.5;       // of its style's dense share that an element must have

  // Pages that a name or a layout must have to count for something.
  double Enough(std::uint32_t pages) const;
  // Pages that a text must stand on for its numbers to be one word.
  double Numbers(std::uint32_t pages) const { return std::max(support, numbers * pages); }
};

SpineParameters ReadSpineParameters(const DetectorConfig& config);

}  // namespace thresh
