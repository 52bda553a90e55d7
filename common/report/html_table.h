// A table in a document: numbers to the right, a row's first cell is its name. On a narrow screen
// every row becomes a card whose cells carry their column's title.
#pragma once

#include <string>
#include <vector>

#include "common/report/markup.h"

namespace thresh {

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

}  // namespace thresh
