// Ends: the witness for bars of labels at the head and the tail of pages, whatever their style,
// also where titles vary between the labels.
//
//   rare       a text on fewer than `support` pages
//   own text   rare texts in a row, none of them struck, of `ends_own` words together; or a text
//              that echoes the title of its page and is rare or a heading
//   head       all texts before the first own text; tail: all texts after the last one
//   common     a text in the head of `ends_share` of the pages with own text, and at ends of pages
//              in `mostly` of all its occurrences, and `ends_copies` times on a page at most: the
//              levels of a table stand in many of its rows
//   bar        common texts within four steps, without rare texts, in that order, on as many pages;
//              a text that is no link and not on nearly all pages is in a bar only beside one that
//              no other witness has struck, since many records end with the same value
//
// A common text goes if it stands in a bar and the way to it, from the end of its page inwards,
// leads over texts that go: two others in a row end the way. Headings, values of records and the
// title of the page stay, and a page with fewer than `ends_words` words of its own between head and
// tail keeps all.
#pragma once

#include "indexer/detect/spine/fields.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/site.h"
#include "indexer/detect/spine/struck.h"

namespace thresh::spine {

// Strikes the bars of all pages, with one template for each label at each end. What the other
// witnesses have struck must be in `strikes` already. Reads the log twice.
void StrikeByEnds(const Site& site, const Fields& fields, const SpineParameters& parameters,
                  SiteStrikes* strikes);

}  // namespace thresh::spine
