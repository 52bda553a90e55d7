#include "query/present/templates.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/cli/table.h"
#include "query/present/template_card.h"

namespace thresh {

Result<SeenTemplates> SeeTemplates(const Segment& segment, const std::string& site, std::size_t n) {
  THRESH_ASSIGN_OR_RETURN(TemplateList list, ReadTemplates(segment, site, n));
  SeenTemplates templates{.found = list.found, .shown = {}};
  for (ShownTemplate& shown : list.shown) templates.shown.push_back({.shown = std::move(shown)});
  std::vector<SeenTemplate*> all;
  for (SeenTemplate& seen : templates.shown) all.push_back(&seen);
  THRESH_RETURN_IF_ERROR(CompareTemplates(segment, std::move(all), templates.shown.size()));
  return templates;
}

std::string TemplatesText(const SeenTemplates& templates, const Terminal& terminal) {
  std::uint64_t most = 1;
  for (const SeenTemplate& seen : templates.shown)
    most = std::max(most, seen.shown.record.tokens_removed);
  std::string out;
  for (const SeenTemplate& seen : templates.shown) {
    const auto removed = static_cast<double>(seen.shown.record.tokens_removed);
    out += TemplateCard(seen, removed / static_cast<double>(most), terminal) + "\n";
  }
  return out + Counted(templates.found, "template") + ", shown " +
         Thousands(templates.shown.size()) + "\n";
}

std::string TemplatesJson(const SeenTemplates& templates) {
  nlohmann::ordered_json json = {{"found", templates.found},
                                 {"templates", nlohmann::ordered_json::array()}};
  for (const SeenTemplate& seen : templates.shown) json["templates"].push_back(TemplateJson(seen));
  return JsonLine(json);
}

}  // namespace thresh
