#include "common/report/counter_report.h"

#include <nlohmann/json.hpp>

#include "common/cli/table.h"

namespace thresh {

std::vector<CounterRow> CounterRows(const Counters& counters) {
  std::vector<CounterRow> rows;
  rows.reserve(kCounterCount);
  for (std::size_t i = 0; i < kCounterCount; ++i) {
    const CounterInfo& info = kCounterTable[i];
    rows.push_back({info.kind, info.name, info.help, counters.at(i)});
  }
  return rows;
}

std::string CountersText(const Counters& counters, const Terminal& terminal) {
  Table table({{"counter"}, {"number", Align::kRight}, {"what it counts"}});
  for (const CounterRow& row : CounterRows(counters)) {
    if (row.value > 0)
      table.Row({std::string(row.name), Thousands(row.value), std::string(row.help)});
  }
  return table.Text(terminal);
}

std::string CountersLine(const Counters& counters) {
  std::string line;
  for (const CounterRow& row : CounterRows(counters)) {
    if (row.value == 0) continue;
    line += (line.empty() ? "" : "; ") + std::string(row.name) + " " + std::to_string(row.value);
  }
  return line;
}

nlohmann::ordered_json CountersJson(const Counters& counters) {
  // Zeros stay: a program need not know which counters a build may leave out.
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const CounterRow& row : CounterRows(counters)) json[std::string(row.name)] = row.value;
  return json;
}

}  // namespace thresh
