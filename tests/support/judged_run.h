// What a pipeline does at the end of a run, for tests of detectors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>

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

// Adds the strikes of a later run to those of earlier ones, as the merge joins them.
inline void AppendStrikes(const Strikes& more, Strikes* all) {
  const auto before = static_cast<std::uint32_t>(all->templates.size());
  const auto sorted = static_cast<std::ptrdiff_t>(all->strikes.size());
  all->templates.insert(all->templates.end(), more.templates.begin(), more.templates.end());
  for (Strike strike : more.strikes) {
    strike.template_id = TemplateId(strike.template_id.value + before);
    all->strikes.push_back(strike);
  }
  std::inplace_merge(all->strikes.begin(), all->strikes.begin() + sorted, all->strikes.end(),
                     [](const Strike& a, const Strike& b) {
                       return std::tie(a.doc, a.block) < std::tie(b.doc, b.block);
                     });
}

}  // namespace thresh
