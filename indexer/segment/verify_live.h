// What a store is made of beyond its segments: every site stands in one segment, the masks name
// sites that are there, the mask table says what the masked pages count for, and the crawl table
// has the pages of the store and no others as pages that are there. Used by verify.cc.
#pragma once

#include <string>

#include "common/base/status.h"
#include "common/store/manifest.h"
#include "indexer/segment/verify.h"

namespace thresh {

// What is wrong stands in the report; a Status is an I/O error. The files of the tables are checked
// always, and what they say only if the segments are whole.
Status VerifyLive(const std::string& store, const Manifest& manifest, VerifyReport* report);

}  // namespace thresh
