#include "query/present/stats.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/base/numbers.h"
#include "common/cli/cli.h"
#include "common/cli/table.h"
#include "common/report/counter_report.h"

namespace thresh {
namespace {

// A crawl may have thousands of sites. People get the largest ones, programs all of them.
constexpr std::size_t kSitesShown = 20;

std::string Share(std::uint64_t part, std::uint64_t whole) {
  return Percent(static_cast<double>(part), static_cast<double>(whole));
}

std::string Removed(std::uint64_t indexed, std::uint64_t seen) {
  // A damaged store may say that more was indexed than seen; that is no reason to print 1.8e19.
  return Share(seen - std::min(seen, indexed), seen);
}

std::string Lines(const std::vector<std::pair<std::string, std::string>>& rows) {
  std::size_t width = 0;
  for (const auto& [name, value] : rows) width = std::max(width, name.size());
  std::string out;
  for (const auto& [name, value] : rows) {
    out += name + std::string(width - name.size() + 2, ' ') + SafeText(value) + "\n";
  }
  return out;
}

std::string Join(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : " ") + item;
  return out;
}

// With `--stemmer auto`: how many pages have each.
std::map<std::string, std::uint64_t> Stemmers(const Store& store) {
  std::map<std::string, std::uint64_t> sum;
  for (const SiteRecord& site : store.sites()) {
    for (const auto& [stemmer, pages] : site.stemmers) sum[stemmer] += pages;
  }
  return sum;
}

std::string Summary(const StoreStats& stats) {
  const Manifest& m = stats.store->manifest();
  const Statistics& s = stats.store->statistics();
  std::vector<std::string> segments;
  for (const SegmentEntry& segment : m.segments) segments.push_back(segment.name);
  std::vector<std::string> stemmers;
  for (const auto& [stemmer, pages] : Stemmers(*stats.store))
    stemmers.push_back(stemmer + " " + Thousands(pages));
  std::vector<std::pair<std::string, std::string>> rows = {
      {"store", stats.store->path()},
      {"content digest", m.digest.Hex()},
      {"created", m.created},
      {"manifest", std::to_string(m.number) + ", format " + std::to_string(m.format)},
      {"segments", Join(segments)},
      {"inputs", Join(m.inputs)},
      {"analyzer", m.analyzer},
      {"detector", stats.detector},
      {"terms", Thousands(stats.terms)},
      // tokens_indexed counts the body only. Title, URL and description have positions,
      // too.
      {"positions", Thousands(s.tokens_indexed + s.tokens_fields)},
      {"bytes a posting", Decimal(BytesPerPosting(s), 3) + " (document and frequency)"},
      {"bytes a word", Decimal(BytesPerToken(s), 3) + " (with positions)"}};
  if (!stemmers.empty()) rows.emplace_back("stemmers", Join(stemmers));
  return Lines(rows);
}

// The rows that both tables of sites have: the sites with most words, and the total.
std::vector<SiteRecord> SiteRows(const Store& store) {
  std::vector<SiteRecord> rows = LargestSites(store, kSitesShown);
  rows.push_back({"total", store.statistics()});
  return rows;
}

std::string WordTable(const std::vector<SiteRecord>& rows, const Terminal& terminal) {
  constexpr Align kRight = Align::kRight;
  Table table({{"site"},
               {"pages", kRight},
               {"words seen", kRight},
               {"indexed", kRight},
               {"removed", kRight, true},
               {"postings seen", kRight},
               {"postings", kRight},
               {"removed", kRight}});
  for (const SiteRecord& row : rows) {
    const Statistics& s = row.statistics;
    table.Row({row.host, Thousands(s.docs), Thousands(s.tokens_seen), Thousands(s.tokens_indexed),
               Removed(s.tokens_indexed, s.tokens_seen), Thousands(s.postings_seen),
               Thousands(s.postings), Removed(s.postings, s.postings_seen)},
              Ratio(s.tokens_seen - std::min(s.tokens_seen, s.tokens_indexed), s.tokens_seen));
  }
  return table.Text(terminal);
}

std::string BlockTable(const std::vector<SiteRecord>& rows, const Terminal& terminal) {
  constexpr Align kRight = Align::kRight;
  Table table({{"site"},
               {"blocks", kRight},
               {"struck", kRight},
               {"share", kRight, true},
               {"kept-one", kRight},
               {"protected", kRight},
               {"templates", kRight},
               {"empty", kRight},
               {"duplicate", kRight},
               {"field words", kRight}});  // of title, URL and description
  for (const SiteRecord& row : rows) {
    const Statistics& s = row.statistics;
    table.Row({row.host, Thousands(s.blocks_seen), Thousands(s.blocks_template),
               Share(s.blocks_template, s.blocks_seen), Thousands(s.blocks_kept_one),
               Thousands(s.blocks_protected), Thousands(s.templates), Thousands(s.empty),
               Thousands(s.duplicates), Thousands(s.tokens_fields)},
              Ratio(s.blocks_template, s.blocks_seen));
  }
  return table.Text(terminal);
}

std::string FamilyTable(const FamilyBytes& sizes, const Terminal& terminal) {
  const std::uint64_t total =
      std::accumulate(sizes.bytes.begin(), sizes.bytes.end(), std::uint64_t{0});
  Table table({{"family"}, {"bytes", Align::kRight}, {"share", Align::kRight, true}});
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    table.Row(
        {std::string(kFamilyNames[f]), Thousands(sizes.bytes[f]), Share(sizes.bytes[f], total)},
        Ratio(sizes.bytes[f], total));
  }
  // The share of the total is always 100 %, so its cell has the size in a unit that people read.
  table.Row({"total", Thousands(total), HumanBytes(total)});
  return table.Text(terminal);
}

std::string SecondsTable(const Manifest& manifest, const Terminal& terminal) {
  // Stages overlap, so a bar is a share of the longest stage and not of the sum.
  double longest = 0;
  for (const auto& [stage, seconds] : manifest.seconds) longest = std::max(longest, seconds);
  Table table({{"build"}, {"seconds", Align::kRight, true}});
  for (const auto& [stage, seconds] : manifest.seconds)
    table.Row({stage, Decimal(seconds, 2)}, longest > 0 ? seconds / longest : 0);
  return table.Text(terminal);
}

nlohmann::ordered_json Json(const Statistics& s) {
  return {{"pages", s.docs},
          {"empty", s.empty},
          {"duplicates", s.duplicates},
          {"degraded", s.degraded},
          {"blocks_seen", s.blocks_seen},
          {"blocks_template", s.blocks_template},
          {"blocks_kept_one", s.blocks_kept_one},
          {"blocks_protected", s.blocks_protected},
          {"tokens_seen", s.tokens_seen},
          {"tokens_indexed", s.tokens_indexed},
          {"tokens_fields", s.tokens_fields},
          {"postings_seen", s.postings_seen},
          {"postings", s.postings},
          {"positions", s.tokens_indexed + s.tokens_fields},
          {"templates", s.templates}};
}

nlohmann::ordered_json TotalJson(const StoreStats& stats) {
  const Statistics& s = stats.store->statistics();
  nlohmann::ordered_json json = Json(s);
  json["terms"] = stats.terms;
  json["postings_bytes"] = s.postings_bytes;
  json["positions_bytes"] = s.positions_bytes;
  json["bytes_per_posting"] = BytesPerPosting(s);
  json["bytes_per_token"] = BytesPerToken(s);
  return json;
}

nlohmann::ordered_json ManifestJson(const Manifest& m) {
  nlohmann::ordered_json json = {{"digest", m.digest.Hex()},
                                 {"created", m.created},
                                 {"number", m.number},
                                 {"format", m.format},
                                 {"analyzer", m.analyzer},
                                 {"inputs", m.inputs},
                                 {"segments", nlohmann::ordered_json::array()}};
  for (const SegmentEntry& segment : m.segments) {
    json["segments"].push_back(
        {{"name", segment.name}, {"digest", segment.digest.Hex()}, {"pages", segment.docs}});
  }
  for (const auto& [key, value] : m.config) json["config"][key] = value;
  for (const auto& [stage, seconds] : m.seconds) json["seconds"][stage] = seconds;
  json["counters"] = CountersJson(m.counters);
  return json;
}

}  // namespace

std::string StatsText(const StoreStats& stats, const Terminal& terminal) {
  const Manifest& manifest = stats.store->manifest();
  const Store& store = *stats.store;
  const std::vector<SiteRecord> rows = SiteRows(store);
  std::string out = Summary(stats) + "\n" + CountersText(manifest.counters, terminal) + "\n" +
                    WordTable(rows, terminal) + "\n" + BlockTable(rows, terminal);
  if (store.sites().size() > kSitesShown) {
    out += "the " + std::to_string(kSitesShown) + " sites with most words of " +
           Thousands(store.sites().size()) + "; all with --json\n";
  }
  out += "\n" + FamilyTable(stats.family_bytes, terminal) + "\n" + SecondsTable(manifest, terminal);
  if (!manifest.config.empty()) out += "\n" + Lines(manifest.config);
  return out;
}

std::string StatsJson(const StoreStats& stats) {
  const Store& store = *stats.store;
  nlohmann::ordered_json json = {{"store", stats.store->path()}};
  json.update(ManifestJson(stats.store->manifest()));
  json["detector"] = stats.detector;
  for (const auto& [stemmer, pages] : Stemmers(store)) json["stemmers"][stemmer] = pages;
  json["total"] = TotalJson(stats);
  json["sites"] = nlohmann::ordered_json::object();  // also where there is none
  for (const SiteRecord& site : store.sites()) json["sites"][site.host] = Json(site.statistics);
  for (std::size_t f = 0; f < kFamilyCount; ++f) {
    json["family_bytes"][std::string(kFamilyNames[f])] = stats.family_bytes.bytes[f];
  }
  return JsonLine(json);
}

}  // namespace thresh
