// Judges a complete site: all passes over its log, and the strikes that come out.
#pragma once

#include "common/base/status.h"
#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/log_pages.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/strikes.h"

namespace thresh::spine {

// Appends the strikes on the site's texts to `strikes`, ascending by (doc, block), and a template
// for each style that loses a text. Called once a site, by its detector, when the input has ended.
// kInterrupted after a stop: then the strikes are not worth anything.
Status JudgeSite(const SiteLog& log, SiteId site, const SpineParameters& parameters,
                 Strikes* strikes, PassLimits limits = {});

}  // namespace thresh::spine
