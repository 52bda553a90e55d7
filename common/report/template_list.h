// The templates of a store, for reports: heaviest first, with the pages that they name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/ids.h"
#include "common/base/status.h"
#include "common/store/schema.h"
#include "common/store/store.h"

namespace thresh {

struct ShownTemplate {
  TemplateId id;
  TemplateRecord record;
  std::string site = {};                 // host
  DocRecord representative = {};         // page on which it is kept, or shown
  std::vector<DocRecord> examples = {};  // in the order of record.examples
};

struct TemplateList {
  std::uint64_t found = 0;  // of the site, or of the store
  std::vector<ShownTemplate> shown;
};

// The first n of a site, or of all sites where `site` is empty. kMissing: no such site.
Result<TemplateList> ReadTemplates(const Segment& segment, const std::string& site, std::size_t n);

Result<ShownTemplate> ReadTemplate(const Segment& segment, TemplateId id);

// Of every template of the store, heaviest first: on how many pages it stands.
Result<std::vector<std::uint32_t>> ReadSupports(const Segment& segment);

}  // namespace thresh
