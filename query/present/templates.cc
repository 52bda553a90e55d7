#include "query/present/templates.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/bytes.h"
#include "common/table.h"
#include "query/retrieve/searcher.h"

namespace thresh {
namespace {

Status Damaged(TemplateId id) {
  return Status(Code::kUnusable, "the store is damaged: template " + std::to_string(id.value) +
                                     " cannot be read; run thresh-index verify");
}

Result<ShownTemplate> Show(const Segment& segment, TemplateId id, TemplateRecord record) {
  ShownTemplate shown{
      .id = id, .record = std::move(record), .site = {}, .representative = {}, .examples = {}};
  if (shown.record.site.value >= segment.sites().size()) return Damaged(id);
  shown.site = segment.sites()[shown.record.site.value].host;
  ASSIGN_OR_RETURN(const DocRecord page, ReadPage(segment, shown.record.representative));
  shown.representative = page.url;
  for (const DocId doc : shown.record.examples) {
    ASSIGN_OR_RETURN(const DocRecord example, ReadPage(segment, doc));
    shown.examples.push_back(example.url);
  }
  return shown;
}

}  // namespace

Result<TemplateRecord> ReadTemplate(const Segment& segment, TemplateId id) {
  std::string bytes;
  ASSIGN_OR_RETURN(const bool found, segment.Get(Family::kTemplates, TemplateKey(id), &bytes));
  TemplateRecord record;
  if (!found || !record.Decode(bytes)) return Damaged(id);
  return record;
}

Result<TemplateList> ReadTemplates(const Segment& segment, const std::string& site, std::size_t n) {
  const auto& sites = segment.sites();
  const auto wanted =
      std::find_if(sites.begin(), sites.end(), [&](const SiteRecord& s) { return s.host == site; });
  if (!site.empty() && wanted == sites.end())
    return Status(Code::kMissing, "no site '" + site + "' in the store");
  TemplateList list;
  const auto rows = segment.Scan(Family::kTemplates);
  for (; rows->Valid(); rows->Next()) {
    const TemplateId id(ByteReader(rows->key()).Big32());
    TemplateRecord record;
    if (!record.Decode(rows->value())) return Damaged(id);
    if (!site.empty() && record.site.value != static_cast<std::uint32_t>(wanted - sites.begin())) continue;
    if (list.found++ >= n) continue;
    ASSIGN_OR_RETURN(ShownTemplate shown, Show(segment, id, std::move(record)));
    list.shown.push_back(std::move(shown));
  }
  RETURN_IF_ERROR(rows->status());
  return list;
}

std::string TemplatesText(const TemplateList& list, const Terminal& terminal) {
  const std::size_t url_width = terminal.interactive ? std::max<std::size_t>(terminal.width / 3, 20) : 1000;
  Table table({{"template", Align::kRight},
               {"pages", Align::kRight},
               {"words", Align::kRight},
               {"words removed", Align::kRight},
               {"representative page"},
               {"text"}});
  for (const ShownTemplate& t : list.shown) {
    table.Row({std::to_string(t.id.value), Thousands(t.record.support), Thousands(t.record.tokens),
               Thousands(t.record.tokens_removed), CutToWidth(SafeText(t.representative), url_width),
               t.record.text});
  }
  return (list.shown.empty() ? "" : table.Text(terminal)) + Thousands(list.found) +
         (list.found == 1 ? " template, shown " : " templates, shown ") + Thousands(list.shown.size()) + "\n";
}

std::string TemplatesJson(const TemplateList& list) {
  nlohmann::ordered_json json = {{"found", list.found}, {"templates", nlohmann::ordered_json::array()}};
  for (const ShownTemplate& t : list.shown) {
    json["templates"].push_back({{"template", t.id.value},
                                 {"site", t.site},
                                 {"support", t.record.support},
                                 {"tokens", t.record.tokens},
                                 {"tokens_removed", t.record.tokens_removed},
                                 {"score", t.record.score},
                                 {"exact", t.record.exact},
                                 {"rule", t.record.rule},
                                 {"key", t.record.key.Hex()},
                                 {"representative", t.representative},
                                 {"examples", t.examples},
                                 {"text", t.record.text}});
  }
  return JsonLine(json);
}

}  // namespace thresh
