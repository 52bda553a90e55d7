// How the counters of a build are shown: one model, `CounterRow`, and its renderers for the
// terminal, for programs and for an error message. The HTML report renders the same rows
// (`findings_sections.cc`).
//
// Used by the report of a build, by `thresh-query stats` and by the HTML report. Only functions of
// their arguments: any thread may call them.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/counters.h"
#include "common/cli/terminal.h"

namespace thresh {

struct CounterRow {
  CounterKind kind;
  std::string_view name;
  std::string_view help;
  std::uint64_t value = 0;
};

// One row for each counter, in the order of kCounterTable, zeros included.
std::vector<CounterRow> CounterRows(const Counters& counters);

// A table of the counters that are not zero, with what each counts.
std::string CountersText(const Counters& counters, const Terminal& terminal);
// The counters that are not zero on one line: "records_read 3; skipped_not_html 1".
std::string CountersLine(const Counters& counters);
// An object of name and value for every counter, zeros included.
nlohmann::ordered_json CountersJson(const Counters& counters);

}  // namespace thresh
