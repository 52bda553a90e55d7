#include "query/present/changes.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "common/cli/cli.h"
#include "common/cli/table.h"
#include "query/retrieve/condition.h"

namespace thresh {
namespace {

// A kind of change: what it means, in the order in which people read it.
struct Kind {
  PageChange change;
  std::string_view help;
};
constexpr std::array<Kind, 4> kKinds = {
    {{PageChange::kNew, "came into the store"},
     {PageChange::kContent, "the content has other words"},
     {PageChange::kFurniture, "only the templates around the content have other words"},
     {PageChange::kGone, "went from the store"}}};

std::string NameOf(PageChange change) {
  return std::string(kPageChangeNames[static_cast<std::size_t>(change)]);
}

const std::string& TimeOf(PageChange change, const CrawlRecord& record) {
  switch (change) {
    case PageChange::kGone:
      return record.gone;
    case PageChange::kFurniture:
      return record.words_changed;
    case PageChange::kContent:
      return record.content_changed;
    default:
      // A page that came back was seen first long ago: its content is as old as its return.
      return record.change == PageChange::kNew ? record.content_changed : record.first_seen;
  }
}

// The strongest change since a time. kNone if there was none.
PageChange StrongestSince(const CrawlRecord& record, std::string_view since) {
  constexpr std::array<PageChange, 3> kOfPagesThere = {PageChange::kNew, PageChange::kContent,
                                                       PageChange::kFurniture};
  const auto happened = [&](PageChange change) {
    return IsDateWithin(TimeOf(change, record), since, "");
  };
  if (!record.was_there()) return PageChange::kNone;
  if (!record.live()) return happened(PageChange::kGone) ? PageChange::kGone : PageChange::kNone;
  const auto first = std::find_if(kOfPagesThere.begin(), kOfPagesThere.end(), happened);
  return first == kOfPagesThere.end() ? PageChange::kNone : *first;
}

PageChange ChangeOf(const CrawlRecord& record, const ChangeList& list) {
  if (!list.question.since.empty()) return StrongestSince(record, list.question.since);
  return record.changed_by == list.number ? record.change : PageChange::kNone;
}

// The pages of each kind, so that a few changes of content do not drown in those of furniture.
using PagesByKind = std::array<std::vector<ChangedPage>, kPageChangeNames.size()>;

void Take(const CrawlTable::Rows& row, ChangeList* list, PagesByKind* pages) {
  if (!row.record().was_there()) return;
  const PageChange change = ChangeOf(row.record(), *list);
  // Pages that are gone from an earlier version make a history, too.
  list->fresh = list->fresh && change == PageChange::kNew;
  if (change == PageChange::kNone) return;
  ++list->counts[static_cast<std::size_t>(change)];
  const ChangeQuestion& question = list->question;
  if (question.kind && question.kind != change) return;
  ++list->found;
  std::vector<ChangedPage>& same = (*pages)[static_cast<std::size_t>(change)];
  if (same.size() == question.most) return;
  same.push_back(
      {change, TimeOf(change, row.record()), std::string(row.host()), std::string(row.url())});
}

void Join(PagesByKind* pages, ChangeList* list) {
  for (const PageChange kind :
       {PageChange::kGone, PageChange::kNew, PageChange::kContent, PageChange::kFurniture}) {
    for (ChangedPage& page : (*pages)[static_cast<std::size_t>(kind)]) {
      if (list->pages.size() < list->question.most) list->pages.push_back(std::move(page));
    }
  }
}

// ---- text

std::string Heading(const ChangeList& list) {
  const std::string where = list.question.site.empty() ? "" : " on " + list.question.site;
  if (!list.question.since.empty()) return "changes" + where + " since " + list.question.since;
  const std::string publish = ManifestName(list.number) + ", " + list.published;
  const std::uint64_t pages = list.counts[static_cast<std::size_t>(PageChange::kNew)];
  if (list.fresh && where.empty())
    return "the last publish (" + publish + ") was a fresh build: all " + Counted(pages, "page") +
           (pages == 1 ? " is new" : " are new");
  return "changes" + where + " by the last publish (" + publish + ")";
}

std::string CountTable(const ChangeList& list, const Terminal& terminal) {
  Table table({{"change"}, {"pages", Align::kRight}, {""}});
  for (const auto& [change, help] : kKinds) {
    table.Row({NameOf(change), Thousands(list.counts[static_cast<std::size_t>(change)]),
               std::string(help)});
  }
  return table.Text(terminal);
}

std::string PageTable(const ChangeList& list, const Terminal& terminal) {
  if (list.pages.empty()) return {};
  Table table({{"change"}, {"time"}, {"page"}});
  for (const ChangedPage& page : list.pages) table.Row({NameOf(page.kind), page.time, page.url});
  std::string out = "\n" + table.Text(terminal);
  if (list.found > list.pages.size()) {
    out += "and " + Thousands(list.found - list.pages.size()) +
           " more; --limit shows more, --json all\n";
  }
  return out;
}

}  // namespace

Result<ChangeList> ListChanges(const Store& store, const ChangeQuestion& question) {
  const Manifest& manifest = store.manifest();
  ChangeList list{.question = question,
                  .number = manifest.number,
                  .published = manifest.created,
                  .pages = {},
                  .fresh = question.since.empty()};
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<CrawlTable> history, store.OpenCrawlTable());
  const auto rows = history->Scan(question.site);
  const bool any = rows->Valid();
  PagesByKind pages;
  for (; rows->Valid(); rows->Next()) Take(*rows, &list, &pages);
  Join(&pages, &list);
  THRESH_RETURN_IF_ERROR(rows->status());
  if (!any && !question.site.empty())
    return Status(Code::kMissing, "no site '" + question.site + "' in the store");
  list.fresh = list.fresh && any;
  return list;
}

std::string ChangesText(const ChangeList& list, const Terminal& terminal) {
  const std::uint64_t all =
      std::accumulate(list.counts.begin(), list.counts.end(), std::uint64_t{0});
  std::string out = SafeText(Heading(list)) + "\n";
  if (all == 0) return out + "no page has changed\n";
  // A fresh build has one count, which the heading tells.
  if (!list.fresh) out += "\n" + CountTable(list, terminal);
  return out + PageTable(list, terminal);
}

std::string ChangesJson(const ChangeList& list) {
  using Json = nlohmann::ordered_json;
  Json json = {{"publish", list.number}, {"published", list.published}};
  json["since"] = list.question.since.empty() ? Json() : Json(list.question.since);
  json["fresh"] = list.fresh;
  for (const auto& [change, help] : kKinds)
    json["counts"][NameOf(change)] = list.counts[static_cast<std::size_t>(change)];
  json["found"] = list.found;
  json["changes"] = Json::array();
  for (const auto& [kind, time, host, url] : list.pages)
    json["changes"].push_back(
        {{"kind", NameOf(kind)}, {"time", time}, {"site", host}, {"url", url}});
  return JsonLine(json);
}

}  // namespace thresh
