#include "indexer/compare/comparison.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/cli/table.h"

namespace thresh {
namespace {

using nlohmann::ordered_json;

// "750 (-25.0 %)": the size and its change against the yardstick.
std::string Change(std::uint64_t value, std::uint64_t yardstick) {
  const double change = static_cast<double>(value) - static_cast<double>(yardstick);
  return Thousands(value) + " (" + (change > 0 ? "+" : "") +
         Percent(change, static_cast<double>(yardstick)) + ")";
}

std::string Share(double part) { return Percent(part, 1); }
std::string Fraction(double number) { return Decimal(number, 4); }

void AddScore(const Score& score, std::vector<std::string>* cells) {
  for (const double number : {score.Precision(), score.Recall(), score.F1(), score.Kept()})
    cells->push_back(Fraction(number));
  cells->push_back(Share(score.Damaged()));
  cells->push_back(Share(score.BlockScore()));
}

void AddBuild(const ComparedDetector& row, const ComparedDetector& yardstick,
              std::vector<std::string>* cells) {
  // By address, because another row may have the same figures.
  const bool first = &row == &yardstick;
  const auto size = [&](std::uint64_t value, std::uint64_t without) {
    return first ? Thousands(value) : Change(value, without);
  };
  cells->push_back(size(row.build.postings, yardstick.build.postings));
  cells->push_back(size(row.index_bytes, yardstick.index_bytes));
  // `judge` is the CPU time of the detector alone. Parsing is the same for all detectors and would
  // hide the differences.
  cells->push_back(Decimal(row.build.Seconds("judge"), 2) + " s");
  cells->push_back(Decimal(row.build.Seconds("cpu"), 2) + " s");
  cells->push_back(HumanBytes(row.build.peak_bytes));
}

Table MakeTable(const Comparison& rows) {
  // Gold labels are given for the whole comparison, and a failed first row ends the comparison.
  const bool scored = rows.front().judged.has_value();
  constexpr Align kRight = Align::kRight;
  std::vector<Table::Column> columns = {{"detector"}};
  if (scored) {
    for (const char* title : {"precision", "recall", "F1", "kept", "damaged", "blocks"})
      columns.push_back({title, kRight});
  }
  for (const char* title : {"postings", "index bytes", "detection", "build CPU", "peak memory"})
    columns.push_back({title, kRight});
  Table table(columns);
  for (const ComparedDetector& row : rows) {
    std::vector<std::string> cells = {row.detector};
    if (!row.failure.empty()) {
      // Table leaves the other cells of the row empty.
      cells.emplace_back("failed");
    } else {
      if (row.judged) AddScore(row.judged->score, &cells);
      AddBuild(row, rows.front(), &cells);
    }
    table.Row(cells);
  }
  return table;
}

// The lines below the table.
std::string Notes(const Comparison& rows) {
  std::string out;
  const ComparedDetector& first = rows.front();
  out += Thousands(first.build.pages) + " pages";
  // A token that the indexer lost counts as removed. Its share says how much of a score is not the
  // detector's doing.
  if (first.judged) {
    out += ", " + Thousands(first.judged->score.pages) +
           " of them with gold labels; of their words " +
           Share(first.judged->score.TemplateShare()) + " are template, " +
           Share(first.judged->score.Unaligned()) + " were not found in the index";
    if (first.judged->missing > 0)
      out += "; " + Thousands(first.judged->missing) + " gold pages are not in the input";
  }
  out += "\n";
  for (const ComparedDetector& row : rows) {
    if (!row.failure.empty()) out += row.detector + " failed: " + SafeText(row.failure) + "\n";
  }
  return out;
}

ordered_json Json(const StoreScore& judged) {
  const Score& s = judged.score;
  return {{"pages", s.pages},
          {"missing", judged.missing},
          {"precision", s.Precision()},
          {"recall", s.Recall()},
          {"f1", s.F1()},
          {"kept", s.Kept()},
          {"damaged", s.Damaged()},
          {"template_share", s.TemplateShare()},
          {"unaligned", s.Unaligned()},
          {"blocks", s.blocks},
          {"blocks_detected", s.blocks_detected},
          {"block_score", s.BlockScore()},
          {"lines",
           {{"precision", s.LinePrecision()},
            {"recall", s.LineRecall()},
            {"f1", s.LineF1()},
            {"f1_page_mean", s.LineF1Mean()}}}};
}

ordered_json Json(const ComparedDetector& row) {
  if (!row.failure.empty()) return {{"detector", row.detector}, {"failure", row.failure}};
  ordered_json json = {{"detector", row.detector},
                       {"pages", row.build.pages},
                       {"pages_with_template", row.pages_with_template},
                       {"postings", row.build.postings},
                       {"index_bytes", row.index_bytes},
                       {"store_bytes", row.store_bytes}};
  for (const auto& [stage, seconds] : row.build.seconds) json["seconds"][stage] = seconds;
  json["peak_bytes"] = row.build.peak_bytes;
  json["detector_bytes"] = {{"mean", row.build.detector_mean_bytes},
                            {"peak", row.build.detector_peak_bytes}};
  if (row.judged) json["score"] = Json(*row.judged);
  return json;
}

}  // namespace

double BuildFacts::Seconds(std::string_view stage) const {
  const auto found =
      std::find_if(seconds.begin(), seconds.end(), [&](const auto& s) { return s.first == stage; });
  return found == seconds.end() ? 0 : found->second;
}

// Reads names, not positions, so a report with more in it is fine. One with less is not.
bool ReadBuildReport(std::string_view text, BuildFacts* facts) {
  // Without exceptions: text that is no JSON gives a discarded value, which is no object.
  const ordered_json json = ordered_json::parse(text, nullptr, false);
  const auto whole = [](const ordered_json& object, const char* name, std::uint64_t* value) {
    if (!object.contains(name) || !object[name].is_number_unsigned()) return false;
    *value = object[name].get<std::uint64_t>();
    return true;
  };
  if (!json.is_object() || !json.contains("counters") || !json.contains("seconds") ||
      !json.contains("detector_bytes") || !json["detector_bytes"].contains("mean")) {
    return false;
  }
  for (const auto& [name, value] : json["seconds"].items()) {
    if (value.is_number()) facts->seconds.emplace_back(name, value.get<double>());
  }
  const ordered_json& memory = json["detector_bytes"];
  if (!memory["mean"].is_number()) return false;
  facts->detector_mean_bytes = memory["mean"].get<double>();
  return whole(json["counters"], "indexed", &facts->pages) &&
         whole(json, "postings", &facts->postings) &&
         whole(memory, "peak", &facts->detector_peak_bytes);
}

std::string ComparisonText(const Comparison& rows, const Terminal& terminal) {
  return MakeTable(rows).Text(terminal) + "\n" + Notes(rows);
}

std::string ComparisonMarkdown(const Comparison& rows) {
  return MakeTable(rows).Markdown() + "\n" + Notes(rows);
}

std::string ComparisonJson(const Comparison& rows) {
  ordered_json json = ordered_json::array();
  for (const ComparedDetector& row : rows) json.push_back(Json(row));
  return JsonLine(json);
}

}  // namespace thresh
