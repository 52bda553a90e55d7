#include "common/cli/table.h"
#include "common/report/chart/charts.h"
#include "common/report/parts.h"
#include "common/report/sections.h"

namespace thresh {
namespace {

// Stages end to end, in the order of the manifest; digest.parse is a part of digest and lies within
// it.
std::vector<Timeline::Row> StageRows(const Manifest& manifest) {
  std::vector<Timeline::Row> rows;
  double at_s = 0;
  for (const auto& [stage, seconds] : manifest.seconds) {
    if (stage == "cpu" || stage == "wall" || stage.find('.') != std::string::npos) continue;
    rows.push_back({stage, at_s, seconds, false});
    // Parts begin where their stage begins and do not move the next stage.
    double part_s = at_s;
    for (const auto& [part, part_seconds] : manifest.seconds) {
      if (!part.starts_with(stage + ".")) continue;
      rows.push_back({part.substr(stage.size() + 1), part_s, part_seconds, true});
      part_s += part_seconds;
    }
    at_s += seconds;
  }
  const double rest_s = SecondsOf(manifest, "cpu") - at_s;
  // Less than the last digit that the chart prints is not worth a row.
  if (rest_s >= 0.01) rows.push_back({"other", at_s, rest_s, false});
  return rows;
}

}  // namespace

Markup BuildSection(const StoreReport& report) {
  const Manifest& m = report.stats.store->manifest();
  if (m.seconds.empty()) return Section("Build", Note("The store does not say how long it took."));
  const double wall_s = SecondsOf(m, "wall"), cpu_s = SecondsOf(m, "cpu");
  const auto pages = static_cast<double>(m.counters[Counter::kIndexed]);
  const auto bytes = static_cast<double>(m.counters[Counter::kBytesRead]);
  Pairs facts = {{"elapsed", Decimal(wall_s, 2) + " s"}, {"CPU", Decimal(cpu_s, 2) + " s"}};
  if (wall_s > 0) {
    facts.emplace_back("pages a second", Decimal(pages / wall_s, 0));
    facts.emplace_back("MB of pages a second", Decimal(bytes / wall_s / 1e6, 1));
  }
  const Timeline timeline{"CPU seconds by stage", "CPU seconds", StageRows(m)};
  return Section(
      "Build",
      El("div", {{"class", "figures"}},
         Figure(TimelineChart(timeline),
                "CPU time of each stage, laid end to end in the order of the build. Stages work at "
                "the same time, so the sum is more than the time that passed."),
         Facts(facts)));
}

Markup ConfigurationSection(const StoreReport& report) {
  const Manifest& m = report.stats.store->manifest();
  const Statistics& s = report.stats.store->statistics();
  Pairs facts = {{"content digest", m.digest.Hex()},
                 {"analyzer", m.analyzer},
                 {"detector", report.stats.detector},
                 {"manifest", std::to_string(m.number) + ", format " + std::to_string(m.format)}};
  for (const SegmentEntry& segment : m.segments)
    facts.emplace_back("segment", segment.name + ", " + Counted(segment.docs, "page") + ", " +
                                      segment.digest.Hex());
  facts.emplace_back("terms", Thousands(report.stats.terms));
  facts.emplace_back("bytes a posting", Decimal(BytesPerPosting(s), 3));
  facts.emplace_back("bytes a word, with positions", Decimal(BytesPerToken(s), 3));
  Pairs settings;
  for (const auto& [key, value] : m.config) {
    // Options that were not given have empty values and would only fill the page.
    if (!value.empty()) settings.emplace_back(key, value);
  }
  return Join(Section("Fingerprint", Facts(facts)),
              settings.empty() ? Markup() : Section("Configuration", Facts(settings)));
}

}  // namespace thresh
