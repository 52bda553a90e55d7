// The slow twins of what hangs on no style: the witnesses length and ends, and the fields of
// records.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/indexer/detect/spine/slow_site.h"

namespace thresh::slow {

// (document, text), both by their places in `docs` and `texts`.
using Places = std::set<std::pair<std::size_t, std::size_t>>;

// Texts in long runs that the site repeats.
Places SlowLength(const std::vector<Document>& docs);

// Texts in bars of labels at the heads and tails of pages, if `struck` goes already.
Places SlowEnds(const std::vector<Document>& docs, const Places& struck);

// Values of records: what follows a label, in rows of three labels and more.
Places SlowValues(const std::vector<Document>& docs);

}  // namespace thresh::slow
