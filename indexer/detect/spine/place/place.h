// Place: the witness for styles. All elements of one style path are judged together, by where the
// style stands and how its texts repeat there.
#pragma once

#include "indexer/detect/spine/fields.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/detect/spine/site.h"
#include "indexer/detect/spine/struck.h"

namespace thresh::spine {

class Votes;  // root.h

// Strikes the texts of styles that the rules take, with a template for each style that loses one.
// `votes` are those of all pages of the site.
void StrikeByPlace(const Site& site, const Votes& votes, const Fields& fields,
                   const SpineParameters& parameters, SiteStrikes* strikes);

}  // namespace thresh::spine
