// Text for people: safe on a terminal, measured in columns, set in aligned tables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/cli.h"

namespace thresh {

// Without control, bidirectional-override and other invisible format characters, so that text of a foreign
// page cannot command the terminal or turn a line around. Line breaks and tabs become blanks.
std::string SafeText(std::string_view text);

// Columns on a terminal: wide East Asian characters take two, combining ones none.
std::size_t DisplayWidth(std::string_view text);
// At most `width` columns, an ellipsis last where something was cut.
std::string CutToWidth(std::string_view text, std::size_t width);

std::string Thousands(std::uint64_t number);     // 1,234,567
std::string Decimal(double number, int digits);  // 1,234.50
std::string Percent(double part, double whole);  // "12.3 %", "-" where whole is 0
std::string HumanBytes(std::uint64_t bytes);     // "3.4 MiB"
std::string Bold(std::string_view text, const Terminal& terminal);

enum class Align { kLeft, kRight };

class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Cells are made safe. Missing cells are empty.
  void Row(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  // Two blanks between columns, titles bold. On a terminal the last column is cut to the width; in a pipe
  // nothing is.
  std::string Text(const Terminal& terminal) const;
  // As a pipe table; a pipe in a cell is escaped.
  std::string Markdown() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace thresh
