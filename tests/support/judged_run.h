// What a pipeline does at the end of a run, for tests of detectors.
#pragma once

#include "indexer/catalog.h"
#include "indexer/detect/detector.h"

namespace thresh {

inline Strikes StrikesOfRun(Detector* detector, const Run& run) {
  detector->ReadRun(run);
  return detector->EndOfRun();
}

// The next page of an input, with its number, site and first copy as the fold would say it.
inline void ObserveNext(Detector* detector, Catalog* catalog, const Page& page) {
  detector->Observe(page, catalog->Add(page.site, page.token_hash, page.body_tokens > 0));
}

}  // namespace thresh
