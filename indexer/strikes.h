// Strikes: what a detector says. A strike says that a block of a page belongs to a template, with
// its score; the merge alone turns strikes into verdicts (indexer/merge/verdicts.h). Detectors make
// them, a run file carries them, and what detectors log beside them. Plain values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "common/store/rule.h"

namespace thresh {

// A template as its detector found it. The merge makes one template of all with equal (site, key).
struct FoundTemplate {
  SiteId site;
  Hash128 key;        // identity on the site; the same in every run if the detector can say so
  TemplateRule rule;  // why the detector takes the text for a template
};

struct Strike {
  DocId doc;
  BlockNo block;
  TemplateId template_id;  // index in Strikes::templates
  std::uint8_t score = 0;  // percent of the block's words that are template words
};

struct Strikes {
  std::vector<FoundTemplate> templates;
  std::vector<Strike> strikes;  // ascending by (doc, block)
};

// What a detector logged of the pages of a site in one run. Only the detector can read it.
struct LogPart {
  SiteId site;
  std::string bytes;
};

// Adds the strikes of a later run or of another site.
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
