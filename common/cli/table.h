// Text for people: made safe for a terminal, measured in columns, set in aligned tables. Everything
// that prints for people uses these. Pure functions, safe on any thread; a Table is not
// thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli/terminal.h"

namespace thresh {

// Takes out control characters, bidirectional overrides and other invisible format characters, so
// that text of a foreign page cannot command the terminal or turn a line around. Line ends and tabs
// become blanks.
std::string SafeText(std::string_view text);

// Columns of a text on a terminal: wide East Asian characters take two, combining marks none.
std::size_t DisplayWidth(std::string_view text);
// Cuts a text to at most `width` columns; an ellipsis takes the last one if something was cut.
std::string CutToWidth(std::string_view text, std::size_t width);
inline constexpr std::size_t kTitleWidth = 200;  // of the title of a page in a list, at most

std::string Thousands(std::uint64_t number);                      // 1,234,567
std::string Counted(std::uint64_t number, std::string_view one);  // "1 page", "2 pages"
std::string Decimal(double number, int digits);                   // 1,234.50
std::string Percent(double part, double whole);                   // "12.3 %", "-" where whole is 0
std::string HumanBytes(std::uint64_t bytes);                      // "3.4 MiB"
// A bar of block elements, as wide as `share` (0 to 1) of `width` columns, exact to an eighth of a
// column. Only a share of 0 gives an empty bar.
std::string Bar(double share, std::size_t width);
std::string Bold(std::string_view text, const Terminal& terminal);

enum class Align { kLeft, kRight };

class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::kLeft;
    bool bar = false;  // draw the row's bar beside this column if the terminal can
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Appends a row. Cells are made safe; missing cells are empty. `bar` is 0 to 1.
  void Row(std::vector<std::string> cells, double bar = 0);
  bool empty() const { return rows_.empty(); }
  // Lines with two blanks between columns and bold titles. No line is wider than the terminal:
  // columns that do not fit follow in a second table below, which repeats the first column, and the
  // last column is cut. In a pipe lines are as wide as they need.
  std::string Text(const Terminal& terminal) const;
  // A table of Markdown; a pipe in a cell is escaped.
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
