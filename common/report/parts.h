// The parts that the sections of a report are made of: tables, figures, notes, lists of facts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/report/markup.h"
#include "common/store/store.h"

namespace thresh {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Markup Section(std::string_view title, const Markup& inside);
Markup Note(std::string_view words);
Markup Figure(const Markup& picture, std::string_view caption);
// Large figures side by side, for what a reader asks first.
Markup Cards(const Pairs& pairs);
// Names and values, one pair a line.
Markup Facts(const Pairs& pairs);
// Explains two colours. A class is one that the style sheet gives the colour.
Markup Legend(std::string_view first_class, std::string_view first, std::string_view second_class,
              std::string_view second);

// A table. Numbers stand to the right, and the first cell of a row is its name. On a narrow screen
// every row becomes a card whose cells carry the titles of their columns.
class HtmlTable {
 public:
  struct Column {
    std::string title;
    bool number = false;
  };
  explicit HtmlTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Missing cells are empty.
  void Row(std::vector<Markup> cells);
  bool empty() const { return rows_.empty(); }
  Markup Show() const;

 private:
  std::vector<Column> columns_;
  Markup rows_;
};

std::string Share(std::uint64_t part, std::uint64_t whole);
std::string Joined(const std::vector<std::string>& items);
// The seconds that the build took for a stage. 0 if the manifest does not name the stage.
double SecondsOf(const Manifest& manifest, std::string_view name);

}  // namespace thresh
