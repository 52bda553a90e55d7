// Text for people: safe on a terminal, measured in columns, set in aligned tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli/cli.h"

namespace thresh {

// Without control, bidirectional-override and other invisible format characters, so that text of a
// foreign page cannot command the terminal or turn a line around. Line breaks and tabs become
// blanks.
std::string SafeText(std::string_view text);

// Columns on a terminal: wide East Asian characters take two, combining ones none.
std::size_t DisplayWidth(std::string_view text);
// At most `width` columns, an ellipsis last where something was cut.
std::string CutToWidth(std::string_view text, std::size_t width);

std::string Thousands(std::uint64_t number);                      // 1,234,567
std::string Counted(std::uint64_t number, std::string_view one);  // "1 page", "2 pages"
std::string Decimal(double number, int digits);                   // 1,234.50
std::string Percent(double part, double whole);                   // "12.3 %", "-" where whole is 0
std::string HumanBytes(std::uint64_t bytes);                      // "3.4 MiB"
// Of blocks and eighths of a block, as wide as `share` (0 to 1) of `width` columns; nothing only
// for nothing.
std::string Bar(double share, std::size_t width);
std::string Bold(std::string_view text, const Terminal& terminal);

enum class Align { kLeft, kRight };

class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::kLeft;
    bool bar = false;  // the row's bar is drawn beside it where the terminal can
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Cells are made safe. Missing cells are empty. `bar` is 0 to 1.
  void Row(std::vector<std::string> cells, double bar = 0);
  bool empty() const { return rows_.empty(); }
  // Two blanks between columns, titles bold. On a terminal no line is wider than it: columns
  // without room stand below, behind the first column again, and text in the last column is cut. In
  // a pipe nothing is.
  std::string Text(const Terminal& terminal) const;
  // As a pipe table; a pipe in a cell is escaped.
  std::string Markdown() const;

 private:
  struct Line {
    std::vector<std::string> cells;
    double bar = 0;
  };
  using Widths = std::vector<std::size_t>;
  Widths Measure(const Terminal& terminal) const;
  std::vector<std::vector<std::size_t>> Fold(const Widths& widths, const Terminal& terminal) const;
  std::string Join(const Line& line, const std::vector<std::size_t>& part, const Widths& widths,
                   const Terminal& terminal, bool title) const;
  std::string Cell(const Line& line, std::size_t column, std::size_t width,
                   const Terminal& terminal) const;

  std::vector<Column> columns_;
  std::vector<Line> rows_;
};

}  // namespace thresh
