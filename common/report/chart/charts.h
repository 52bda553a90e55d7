// Charts: numbers in, a picture out, for the report. Colours are the variables --kept, --gone,
// --pale and --muted of the style sheet. The fallbacks can be seen on white and on black. Only
// functions of their arguments: any thread may call them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/report/markup.h"

namespace thresh {

// How many values lie between two edges.
struct Histogram {
  std::string title, x_title, y_title;
  std::vector<std::uint64_t> counts;
  std::vector<std::string> edges;  // names; one more than counts
};
Markup HistogramChart(const Histogram& histogram);

// How long each stage took.
struct Timeline {
  struct Row {
    std::string name;
    double begin_s = 0, length_s = 0;
    bool part = false;  // of the last row before it that is not a part
  };
  std::string title, x_title;
  std::vector<Row> rows;
};
Markup TimelineChart(const Timeline& timeline);

// Bars in a cell of a table, as wide as the cell. `note` is the tooltip.
//
// The rest and the part of a whole, side by side.
Markup ShareBar(double part, double whole, const std::string& note);
// Two lengths, one above the other. `longest` fills the cell.
Markup PairBar(double before, double after, double longest, const std::string& note);

}  // namespace thresh
