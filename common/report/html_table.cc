#include "common/report/html_table.h"

namespace thresh {
namespace {

std::string ClassOf(const HtmlTable::Column& column) { return column.number ? "number" : "text"; }

}  // namespace

void HtmlTable::Row(std::vector<Markup> cells) {
  cells.resize(columns_.size());
  Markup row = Element("th", {{"scope", "row"}}, cells.front());
  for (std::size_t c = 1; c < columns_.size(); ++c) {
    row += Element("td", {{"class", ClassOf(columns_[c])}, {"data-title", columns_[c].title}},
                   cells[c]);
  }
  rows_ += Element("tr", {}, row);
}

Markup HtmlTable::Show() const {
  Markup titles;
  for (const Column& column : columns_) {
    titles += Element("th", {{"scope", "col"}, {"class", ClassOf(column)}}, Words(column.title));
  }
  return Element("table", {},
                 Element("thead", {}, Element("tr", {}, titles)) + Element("tbody", {}, rows_));
}

}  // namespace thresh
