// templates: what was found and removed, heaviest first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"
#include "common/cli/cli.h"
#include "query/present/sightings.h"

namespace thresh {

struct SeenTemplates {
  std::uint64_t found = 0;  // of the site, or of the store
  std::vector<SeenTemplate> shown;
};

// The first n, those that vary compared.
Result<SeenTemplates> SeeTemplates(const Segment& segment, const std::string& site, std::size_t n);

std::string TemplatesText(const SeenTemplates& templates, const Terminal& terminal);
std::string TemplatesJson(const SeenTemplates& templates);

}  // namespace thresh
