// Strikes: what a detector says. A strike says that a block of a page belongs to a template, with
// its score; the merge alone turns strikes into verdicts (indexer/merge/verdicts.h). Detectors make
// them, a run file carries them, and what detectors log beside them. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <string>
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

// What a detector logged of pages of a site in one run: all of it, or a part of it, so that nobody
// has to hold the whole. Only the detector can read it.
struct LogPart {
  SiteId site;
  std::string bytes;
};

// Strikes on one site, as bytes (EncodeStrikes in indexer/run/run_format.h): a third of their size.
struct PackedStrikes {
  SiteId site;
  std::string bytes;
};

// By (doc, block).
void SortStrikes(std::vector<Strike>* strikes);
// Adds the strikes of a later run or of another site.
void AppendStrikes(const Strikes& more, Strikes* all);
// The strikes on each site.
std::map<SiteId, Strikes> BySite(const Strikes& strikes);

}  // namespace thresh
