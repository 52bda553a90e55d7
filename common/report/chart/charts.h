// Charts: numbers in, a picture out. Colours are a style sheet's --kept, --gone, --pale and --muted
// where it has them, and can be seen on white and on black where not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/report/markup.h"

namespace thresh {

// How often values lie between two edges.
struct Histogram {
  std::string title, x_title, y_title;
  std::vector<std::uint64_t> counts;
  std::vector<std::string> edges;  // one more than counts
};
Markup HistogramChart(const Histogram& histogram);

// What took how long; a part lies within the row above it that is none.
struct Timeline {
  struct Row {
    std::string name;
    double begin_s = 0, length_s = 0;
    bool part = false;
  };
  std::string title, x_title;
  std::vector<Row> rows;
};
Markup TimelineChart(const Timeline& timeline);

// In a cell of a table, as wide as the cell: part and rest of a whole ...
Markup ShareBar(double part, double whole, const std::string& note);
// ... or two lengths, one above the other, against the longest of the table.
Markup PairBar(double before, double after, double longest, const std::string& note);

}  // namespace thresh
