#include "query/present/site_list.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/cli/cli.h"
#include "common/cli/table.h"
#include "common/store/site_model.h"

namespace thresh {
namespace {

// Dates of ISO 8601 sort as text.
void Raise(std::string* newest, const std::string& date) { *newest = std::max(*newest, date); }

void Count(const CrawlRecord& record, ListedSite* site) {
  if (!record.live()) {
    ++site->gone;
    return;
  }
  if (record.misses > 0) ++site->missed;
  site->most_misses = std::max(site->most_misses, record.misses);
  Raise(&site->last_seen, record.last_seen);
  Raise(&site->last_changed, record.content_changed);
}

// Few stores have such a site, so it is no column of the table.
std::string LearntText(const std::vector<ListedSite>& sites) {
  std::string text;
  for (const ListedSite& site : sites) {
    if (site.learnt_from == 0) continue;
    text += "\n" + SafeText(site.host) + ": templates learnt from a sample of " +
            Counted(site.learnt_from, "page") +
            " (compact --rejudge judges all, with --learn 0 or more --judge-memory)";
  }
  return text.empty() ? text : text + "\n";
}

// A server answers most of the time.
std::string MissedText(const std::vector<ListedSite>& sites) {
  std::string text;
  for (const ListedSite& site : sites) {
    if (site.missed == 0) continue;
    text += "\n" + SafeText(site.host) + ": the server gave no answer for " +
            Counted(site.missed, "page") + ", up to " + Counted(site.most_misses, "time") +
            " since they were seen";
  }
  return text.empty() ? text : text + "\n";
}

std::string Day(const std::string& time) { return time.substr(0, 10); }

}  // namespace

Result<std::vector<ListedSite>> ListSites(const Store& store) {
  std::map<std::string, ListedSite, std::less<>> sites;
  for (std::size_t s = 0; s < store.sites().size(); ++s) {
    const SiteRecord& site = store.sites()[s];
    sites[site.host] = {.host = site.host,
                        .pages = site.statistics.docs,
                        .templates = site.statistics.templates,
                        .segment = store.manifest().segments[store.live().sites()[s].segment].name};
  }
  THRESH_ASSIGN_OR_RETURN(const std::vector<SiteModel> models, ReadModels(store));
  for (const SiteModel& model : models) sites[model.host].learnt_from = model.sample;
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<CrawlTable> history, store.OpenCrawlTable());
  auto site = sites.end();
  const auto rows = history->Scan();
  for (; rows->Valid(); rows->Next()) {
    if (!rows->record().was_there()) continue;
    // Rows are sorted by host, so a host is looked up once.
    if (site == sites.end() || site->first != rows->host()) {
      site = sites.try_emplace(std::string(rows->host())).first;
      site->second.host = site->first;
    }
    Count(rows->record(), &site->second);
  }
  THRESH_RETURN_IF_ERROR(rows->status());
  std::vector<ListedSite> all;
  all.reserve(sites.size());
  for (auto& [host, listed] : sites) all.push_back(std::move(listed));
  return all;
}

std::string SitesText(const std::vector<ListedSite>& sites, const Terminal& terminal) {
  constexpr Align kRight = Align::kRight;
  Table table({{"site"},
               {"pages", kRight},
               {"last seen"},
               {"last changed"},
               {"gone", kRight},
               {"templates", kRight},
               {"segment"}});
  std::uint64_t pages = 0;
  for (const ListedSite& site : sites) {
    pages += site.pages;
    table.Row({site.host, Thousands(site.pages), Day(site.last_seen), Day(site.last_changed),
               Thousands(site.gone), Thousands(site.templates), site.segment});
  }
  return table.Text(terminal) + LearntText(sites) + MissedText(sites) + "\n" +
         Counted(pages, "page") + " on " + Counted(sites.size(), "site") + "\n";
}

std::string SitesJson(const std::vector<ListedSite>& sites) {
  nlohmann::ordered_json json = {{"sites", nlohmann::ordered_json::array()}};
  for (const ListedSite& site : sites) {
    json["sites"].push_back({{"host", site.host},
                             {"pages", site.pages},
                             {"last_seen", site.last_seen},
                             {"last_changed", site.last_changed},
                             {"gone", site.gone},
                             {"missed", site.missed},
                             {"most_misses", site.most_misses},
                             {"templates", site.templates},
                             {"segment", site.segment},
                             {"learnt_from", site.learnt_from}});
  }
  return JsonLine(json);
}

}  // namespace thresh
