// Strikes: what a detector says. One bit for a (page, block), with its evidence.
#pragma once

#include <cstdint>
#include <vector>

#include "common/base/hash.h"
#include "common/base/ids.h"
#include "common/store/rule.h"

namespace thresh {

// A template that a detector found in a run. Templates of several runs with equal (site, key) are
// one.
struct FoundTemplate {
  SiteId site;
  Hash128 key;  // identity on the site, independent of the run where possible
  TemplateRule rule;
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

}  // namespace thresh
