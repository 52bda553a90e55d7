#include "common/report/template_list.h"

#include <algorithm>

#include "common/base/bytes.h"

namespace thresh {
namespace {

Status Damaged(TemplateId id) {
  return Status(Code::kUnusable, "the store is damaged: template " + std::to_string(id.value) +
                                     " cannot be read; run thresh-index verify");
}

Result<ShownTemplate> Show(const Segment& segment, TemplateId id, TemplateRecord record) {
  ShownTemplate shown{.id = id, .record = std::move(record)};
  if (shown.record.site.value >= segment.sites().size()) return Damaged(id);
  shown.site = segment.sites()[shown.record.site.value].host;
  THRESH_ASSIGN_OR_RETURN(shown.representative, ReadPage(segment, shown.record.representative));
  for (const DocId doc : shown.record.examples) {
    THRESH_ASSIGN_OR_RETURN(DocRecord example, ReadPage(segment, doc));
    shown.examples.push_back(std::move(example));
  }
  return shown;
}

// f(id, record) -> Status, heaviest first.
template <typename F>
Status ForEachTemplate(const Segment& segment, F f) {
  const auto rows = segment.Scan(Family::kTemplates);
  for (; rows->Valid(); rows->Next()) {
    const TemplateId id(ByteReader(rows->key()).Big32());
    TemplateRecord record;
    if (!record.Decode(rows->value())) return Damaged(id);
    THRESH_RETURN_IF_ERROR(f(id, std::move(record)));
  }
  return rows->status();
}

}  // namespace

Result<ShownTemplate> ReadTemplate(const Segment& segment, TemplateId id) {
  std::string bytes;
  THRESH_ASSIGN_OR_RETURN(const bool found,
                          segment.Get(Family::kTemplates, TemplateKey(id), &bytes));
  TemplateRecord record;
  if (!found || !record.Decode(bytes)) return Damaged(id);
  return Show(segment, id, std::move(record));
}

Result<TemplateList> ReadTemplates(const Segment& segment, const std::string& site, std::size_t n) {
  const auto& sites = segment.sites();
  const auto wanted =
      std::find_if(sites.begin(), sites.end(), [&](const SiteRecord& s) { return s.host == site; });
  if (!site.empty() && wanted == sites.end())
    return Status(Code::kMissing, "no site '" + site + "' in the store");
  TemplateList list;
  THRESH_RETURN_IF_ERROR(
      ForEachTemplate(segment, [&](TemplateId id, TemplateRecord record) -> Status {
        if (!site.empty() &&
            record.site.value != static_cast<std::uint32_t>(wanted - sites.begin()))
          return {};
        if (list.found++ >= n) return {};
        THRESH_ASSIGN_OR_RETURN(ShownTemplate shown, Show(segment, id, std::move(record)));
        list.shown.push_back(std::move(shown));
        return {};
      }));
  return list;
}

Result<std::vector<std::uint32_t>> ReadSupports(const Segment& segment) {
  std::vector<std::uint32_t> supports;
  THRESH_RETURN_IF_ERROR(
      ForEachTemplate(segment, [&](TemplateId, const TemplateRecord& record) -> Status {
        supports.push_back(record.support);
        return {};
      }));
  return supports;
}

}  // namespace thresh
