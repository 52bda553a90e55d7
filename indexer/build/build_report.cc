#include "indexer/build/build_report.h"

#include <nlohmann/json.hpp>

#include "common/base/memory.h"
#include "common/cli/table.h"
#include "common/report/counter_report.h"

namespace thresh {
namespace {

double SecondsOf(const Manifest& m, std::string_view name) {
  for (const auto& [key, seconds] : m.seconds) {
    if (key == name) return seconds;
  }
  return 0;
}

std::string SettingOf(const Manifest& m, std::string_view name) {
  for (const auto& [key, value] : m.config) {
    if (key == name) return value;
  }
  return {};
}

}  // namespace

std::string BuildReportText(const BuildResult& result, const Terminal& terminal) {
  const Statistics& s = result.statistics;
  std::string out;
  for (const std::string& message : result.messages) out += "note: " + SafeText(message) + "\n";
  if (result.resumed_pages > 0)
    out += "resumed after " + Counted(result.resumed_pages, "page") + "\n";

  out += CountersText(result.manifest.counters, terminal) + "\n";

  // A block that is kept on one page or protected is in the index: only the rest was removed.
  const std::uint64_t blocks_in = s.blocks_seen - s.blocks_template;
  Table reduction({{"reduction"},
                   {"seen", Align::kRight},
                   {"indexed", Align::kRight},
                   {"removed", Align::kRight, true}});
  const auto row = [&](const char* what, std::uint64_t seen, std::uint64_t indexed) {
    const auto removed = static_cast<double>(seen - indexed), whole = static_cast<double>(seen);
    reduction.Row({what, Thousands(seen), Thousands(indexed), Percent(removed, whole)},
                  whole > 0 ? removed / whole : 0);
  };
  row("blocks", s.blocks_seen, blocks_in);
  row("words", s.tokens_seen, s.tokens_indexed);
  row("postings", s.postings_seen, s.postings);
  out += reduction.Text(terminal) + "\n";

  out += Counted(s.docs, "page") + ", " + Counted(s.terms, "term") + ", " +
         Counted(s.templates, "template") + "; " + Decimal(SecondsOf(result.manifest, "wall"), 1) +
         " s, CPU " + Decimal(SecondsOf(result.manifest, "cpu"), 1) + " s; content digest " +
         result.manifest.digest.Hex() + "\n";
  return out;
}

// `ReadBuildReport` and the tests read these names: add to them, never rename one.
std::string BuildReportJson(const BuildResult& result) {
  nlohmann::ordered_json json;
  json["name"] = SettingOf(result.manifest, "name");
  json["digest"] = result.manifest.digest.Hex();
  json["sites"] = result.update.sites;
  json["pages"] = result.update.pages;
  json["counters"] = CountersJson(result.manifest.counters);
  const Statistics& s = result.statistics;
  json["postings_seen"] = s.postings_seen;
  json["postings"] = s.postings;
  json["terms"] = s.terms;
  json["templates"] = s.templates;
  json["resumed_pages"] = result.resumed_pages;
  for (const auto& [name, seconds] : result.manifest.seconds) json["seconds"][name] = seconds;
  json["detector_bytes"] = {{"mean", result.detector_memory.mean_bytes},
                            {"peak", result.detector_memory.peak_bytes}};
  json["peak_memory"] = PeakMemoryBytes();
  json["messages"] = result.messages;
  return JsonLine(json);
}

}  // namespace thresh
