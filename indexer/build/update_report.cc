#include "indexer/build/update_report.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <span>

#include "common/cli/table.h"
#include "common/report/counter_report.h"
#include "common/report/parts.h"

namespace thresh {
namespace {

constexpr std::size_t kShownTemplates = 10;

// A row of the report. Names are those of the JSON form: add to them, never rename one.
struct Line {
  const char* name;
  std::uint64_t UpdateReport::*value;
  const char* help;
};
constexpr std::array<Line, 18> kLines = {{
    {"fetched", &UpdateReport::fetched, "pages of the crawl that the store took"},
    {"same_bytes", &UpdateReport::same_bytes, "of these: not a byte has changed"},
    {"same_words", &UpdateReport::same_words, "of these: other markup, the same words"},
    {"furniture", &UpdateReport::furniture, "only furniture changed: no word of the content"},
    {"content", &UpdateReport::content, "content changed"},
    {"new", &UpdateReport::added, "new in the store"},
    {"gone", &UpdateReport::gone, "gone from the store"},
    {"moved", &UpdateReport::moved, "of these: to another page of the crawl (301, 308)"},
    {"seen", &UpdateReport::seen, "unchanged, as the server said (304 or revisit)"},
    {"missed", &UpdateReport::missed, "the server did not answer: kept"},
    {"broken", &UpdateReport::broken, "came in pieces: the whole page was kept"},
    {"guarded", &UpdateReport::guarded, "would have gone, kept by the guard"},
    {"unknown", &UpdateReport::unknown, "of other records: never in the store"},
    {"refetch", &UpdateReport::refetch,
     "said to be there, but the store let them go: fetch them again"},
    {"copies", &UpdateReport::copies, "revisits of the bytes of another URL: not stored"},
    {"older", &UpdateReport::older, "older than what the store knows: left out"},
    {"undated", &UpdateReport::undated, "of these: without a date, so older than any that has one"},
    {"verdicts_moved", &UpdateReport::verdicts_moved, "same words, others of them are templates"},
}};

std::string Shortened(const std::string& text) {
  constexpr std::size_t kMost = 60;
  std::string safe = SafeText(text);
  if (safe.size() <= kMost) return safe;
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(safe[end]) & 0xc0U) == 0x80U) --end;
  return safe.substr(0, end) + "...";
}

std::vector<Line> ShownLines(const UpdateReport& report) {
  std::vector<Line> shown;
  for (const Line& line : kLines)
    if (report.*line.value > 0) shown.push_back(line);
  return shown;
}

std::span<const UpdateReport::Template> ShownTemplates(const UpdateReport& report) {
  return std::span(report.templates).first(std::min(report.templates.size(), kShownTemplates));
}

std::string TemplatesText(const UpdateReport& report, const Terminal& terminal) {
  if (report.templates.empty()) return {};
  Table table({{"template"}, {"host"}, {"pages before", Align::kRight}, {"now", Align::kRight}});
  for (const UpdateReport::Template& found : ShownTemplates(report))
    table.Row({Shortened(found.text), SafeText(found.host), Thousands(found.before),
               Thousands(found.after)});
  return table.Text(terminal) + "\n";
}

std::string Summary(const BuildResult& result) {
  const UpdateReport& report = result.update;
  const bool published = result.manifest.number > 0;
  return Counted(report.pages, "page") + " on " + Counted(report.sites, "site") + ", " +
         Counted(report.sites_judged, "site") + " judged again; " +
         Counted(report.templates_came, "template") + " came, " + Thousands(report.templates_went) +
         " went; " +
         (published ? "content digest " + result.manifest.digest.Hex()
                    : "nothing was published (--dry-run)");
}

}  // namespace

std::string UpdateReportText(const BuildResult& result, const Terminal& terminal) {
  const UpdateReport& report = result.update;
  std::string out;
  for (const std::string& message : result.messages) out += "note: " + SafeText(message) + "\n";
  Table table({{"update"}, {"pages", Align::kRight}, {""}});
  for (const Line& line : ShownLines(report))
    table.Row({line.name, Thousands(report.*line.value), line.help});
  out += ShownLines(report).empty() ? "no page changed\n\n" : table.Text(terminal) + "\n";
  return out + TemplatesText(report, terminal) + Summary(result) + "\n";
}

std::vector<std::string> UpdateWarnings(const BuildResult& result) {
  std::vector<std::string> warnings;
  for (const std::string& host : result.update.guarded_hosts) {
    const auto& cut = result.cut_off;
    const bool is_cut = std::find(cut.begin(), cut.end(), host) != cut.end();
    warnings.push_back(
        SafeText(host) +
        (is_cut ? ": a part of the crawl is lost, so no page went that it does not name"
                : ": too many pages would have gone at once, so none went; --most-gone 100% "
                  "lets them go"));
  }
  return warnings;
}

Markup UpdateReportSection(const BuildResult& result) {
  const UpdateReport& report = result.update;
  Markup inside;
  for (const std::string& line : UpdateWarnings(result)) inside.Add(Note(line));
  for (const std::string& message : result.messages) inside.Add(Note(message));
  HtmlTable lines({{"update"}, {"pages", true}, {"what they are"}});
  for (const Line& line : ShownLines(report))
    lines.Row({line.name, Thousands(report.*line.value), line.help});
  inside.Add(lines.empty() ? Note("No page changed.") : lines.Show());
  HtmlTable templates({{"template"}, {"host"}, {"pages before", true}, {"now", true}});
  for (const UpdateReport::Template& found : ShownTemplates(report))
    templates.Row(
        {Shortened(found.text), found.host, Thousands(found.before), Thousands(found.after)});
  if (!templates.empty()) inside.Add(templates.Show());
  inside.Add(Note(Summary(result)));
  return Section("Update", inside);
}

std::string UpdateReportJson(const BuildResult& result) {
  const UpdateReport& report = result.update;
  nlohmann::ordered_json json;
  for (const Line& line : kLines) json[line.name] = report.*line.value;
  json["guarded_hosts"] = report.guarded_hosts;
  json["cut_off"] = result.cut_off;
  json["sites_judged"] = report.sites_judged;
  json["sites"] = report.sites;
  json["pages"] = report.pages;
  json["templates_came"] = report.templates_came;
  json["templates_went"] = report.templates_went;
  json["templates"] = nlohmann::ordered_json::array();
  for (const UpdateReport::Template& found : report.templates)
    json["templates"].push_back({{"host", found.host},
                                 {"text", found.text},
                                 {"before", found.before},
                                 {"after", found.after}});
  json["counters"] = CountersJson(result.manifest.counters);
  for (const auto& [name, seconds] : result.manifest.seconds) json["seconds"][name] = seconds;
  json["digest"] = result.manifest.number > 0 ? result.manifest.digest.Hex() : "";
  json["messages"] = result.messages;
  return JsonLine(json);
}

}  // namespace thresh
