// The numbers of the spine detector, one part of the table for each witness. docs/PARAMETERS.md
// lists them, and `--parameter KEY=NUMBER` sets one. Read once a build; plain values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "indexer/detect/parameters.h"

namespace thresh {

struct SpineParameters {
  // What all witnesses know of a site.
  double support = 5;       // pages on which a text repeats
  double fresh = 0.01;      // of the pages: a text on fewer is the page's own
  double numbers = 0.1;     // of the pages: texts may differ in their numbers only
  double scope = 6;         // pages below a directory that make it a scope
  double name_least = 5;    // pages that a name must stand on: a hundredth, but at least these ...
  double name_most = 20;    // ... and at most these
  double name_share = 0.5;  // of the pages: the first text of an element names it
  double least_pages = 6;   // that a text must stand on to be common, on any site
  double errors = 1.5;      // standard errors that a share of few pages needs beyond its limit

  // Place: the content root, and marks of texts.
  double vote = 0.5;          // of the pages of a style where it carries: spine
  double main = 0.5;          // of the page's own words below its main part
  double left_out = 0.25;     // ... outside of it, from which on it is not nearly all of the page
  double steady = 0.62;       // of the pages of which a style is the main part: is nearly all
  double branch = 0.3;        // of the pages of a spine style that go on to a spine child
  double own_words = 10;      // that a page must have to be looked at without its links
  double node_dense = 0.3;    // of the pages with that place in the scope: a text is dense
  double node_const = 0.5;    // of the same pages: a text is constant
  double node_least = 3;      // pages of the scope that a dense text is on, at least
  double node_usual = 0.8;    // of the same pages: a text is usual
  double passage = 0.05;      // of the same pages: a long text is a passage ...
  double passage_least = 10;  // ... on this many pages of the scope
  double passage_words = 8;   // of such a text

  // Place: the rules.
  double coverage = 0.5;        // of a style that leaves the spine
  double coverage_mark = 0.1;   // of such a landmark
  double coverage_in = 0.8;     // of a style inside the root
  double coverage_block = 0.7;  // I3
  double dense = 0.3;           // O1
  double dense_nav = 0.1;       // O2
  double links = 0.8;           // link text among words that do not repeat
  double off_bar = 0.5;         // I1, I2
  double single = 0.1;          // words that stand nowhere else
  double rest = 0.7;            // of what a page says beside dense texts: such a style stays
  double placed = 0.5;          // of a style's elements that stand where a rule asks for
  double edge = 15;             // words between a block and its edge of the page
  double copies = 2.2;          // elements of a style on a page
  double dense_in = 0.85;       // I1
  double usual = 0.75;          // I1, I3
  double passages = 0.6;        // I1, I3
  double labels_bar = 3;        // I3: constant texts of a bar of links
  double heads = 0.5;           // words in headings
  double words_in = 5;          // I1: words of an element
  double dense_bar = 0.2;       // I2
  double labels = 2;            // I2: constant texts of an element
  double dense_bare = 0.8;      // E
  double words_bare = 40;       // E
  double instance = 0.5;        // of its style's dense share that an element must have

  // Length.
  double length_share = 0.6;   // of the pages: a text or a window is common
  double length_words = 24;    // of a run
  double length_quoted = 0.7;  // of the usual words of a run: a shorter one is a quotation
  double solo_share = 0.9;     // of the pages that a single text must stand on: nearly all ...
  double solo_words = 12;      // ... and its words

  // Ends.
  double ends_share = 0.5;  // of the pages with own text: a text is common at that end
  double ends_own = 6;      // rare words in a row that are the page's own
  // How often a label stands on a page: a bar at both ends, and now and then once more.
  double ends_copies = 2.5;
  double ends_words = 30;  // between head and tail
  double mostly = 0.45;    // of a text's occurrences that must be at ends

  // Fields of records.
  double field_pages = 0.1;  // of the pages: a label stands before another text
  double field_const = 0.9;  // of those pages: one that a single text follows there is none

  // Pages that a name or a layout must have to count for something.
  double Enough(std::uint32_t pages) const;
  // Pages that a text must stand on for its numbers to be one word.
  double Numbers(std::uint32_t pages) const { return std::max(support, numbers * pages); }
  // Pages that `share` of the pages is for certain: some standard errors more, since the share that
  // a few pages show is uncertain.
  double Certain(double share, double pages) const {
    return share * pages + errors * std::sqrt(share * (1 - share) * pages);
  }
  double Most(double share, std::uint32_t pages) const {
    return std::max(least_pages, Certain(share, pages));
  }
  // Pages that a single long text must stand on.
  double SoloPages(std::uint32_t pages) const { return std::max(least_pages, solo_share * pages); }
};

SpineParameters ReadSpineParameters(const DetectorConfig& config);

}  // namespace thresh
