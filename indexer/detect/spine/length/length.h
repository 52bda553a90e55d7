// Length: the witness for long rows of texts that repeat, whatever their style. It asks for no
// place, no link and no layout. What most pages of a site say word for word, for a good many words,
// is template nearly everywhere; what repeats in content is short: labels, dates, stamps.
//
//   common   a text on `length_share` of the pages
//   window   three common texts in a row; itself common, like a text
//   run      common windows of a page that overlap; runs that only touch stay apart
//
// A run of `length_words` words goes, and so does a single text of `solo_words` words that stands
// on `solo_share` of the pages. A run stays if it is much shorter than the runs that its windows
// stand in elsewhere: it is a quotation of the template.
#pragma once

#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/site.h"
#include "indexer/detect/spine/struck.h"

namespace thresh::spine {

// Strikes the long runs of all pages, with one template for all runs that share a window. Reads the
// log once, and twice more if there is a common window.
void StrikeByLength(const Site& site, const SpineParameters& parameters, SiteStrikes* strikes);

}  // namespace thresh::spine
