// Verdicts on a complete site: the passes over its log, one after the other, and what they strike.
#pragma once

#include "indexer/detect/spine/log.h"
#include "indexer/detect/spine/parameters.h"
#include "indexer/strikes.h"

namespace thresh {

// Appends its verdicts to `strikes`; those of one site ascend by (doc, block).
void JudgeSite(const spine::SiteLog& log, SiteId site, const SpineParameters& parameters,
               Strikes* strikes);

}  // namespace thresh
