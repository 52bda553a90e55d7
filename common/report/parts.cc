#include "common/report/parts.h"

#include "common/cli/table.h"

namespace thresh {
namespace {

std::string ClassOf(const HtmlTable::Column& column) { return column.number ? "number" : "text"; }

}  // namespace

Markup Section(std::string_view title, const Markup& inside) {
  return El("section", {}, El("h2", {}, title), inside);
}

Markup Note(std::string_view words) { return El("p", {{"class", "note"}}, words); }

Markup Figure(const Markup& picture, std::string_view caption) {
  return El("figure", {}, picture, El("figcaption", {}, caption));
}

Markup Cards(const Pairs& pairs) {
  Markup cards;
  for (const auto& [name, value] : pairs)
    cards.Add(El("div", {}, El("dt", {}, name), El("dd", {}, value)));
  return El("dl", {{"class", "cards"}}, cards);
}

Markup Facts(const Pairs& pairs) {
  Markup rows;
  for (const auto& [name, value] : pairs)
    // Values may be paths and addresses, so their direction of writing is isolated.
    rows.Add(El("div", {}, El("dt", {}, name), El("dd", {}, Foreign(value))));
  return El("dl", {{"class", "facts"}}, rows);
}

Markup Legend(std::string_view first_class, std::string_view first, std::string_view second_class,
              std::string_view second) {
  const auto entry = [](std::string_view name, std::string_view words) {
    return Join(El("span", {{"class", std::string(name)}}, "\u25A0 "), words);
  };
  return El("p", {{"class", "note"}}, entry(first_class, first), " \u00A0 ",
            entry(second_class, second));
}

void HtmlTable::Row(std::vector<Markup> cells) {
  cells.resize(columns_.size());
  // A header cell, so that screen readers say the row's name with each value.
  Markup row = El("th", {{"scope", "row"}}, cells.front());
  for (std::size_t c = 1; c < columns_.size(); ++c) {
    // On a narrow screen the style sheet shows data-title, because the head of the table is
    // hidden.
    row.Add(
        El("td", {{"class", ClassOf(columns_[c])}, {"data-title", columns_[c].title}}, cells[c]));
  }
  rows_.Add(El("tr", {}, row));
}

Markup HtmlTable::Show() const {
  Markup titles;
  for (const Column& column : columns_)
    titles.Add(El("th", {{"scope", "col"}, {"class", ClassOf(column)}}, column.title));
  return El("table", {}, El("thead", {}, El("tr", {}, titles)), El("tbody", {}, rows_));
}

std::string Share(std::uint64_t part, std::uint64_t whole) {
  return Percent(static_cast<double>(part), static_cast<double>(whole));
}

std::string Joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

double SecondsOf(const Manifest& manifest, std::string_view name) {
  for (const auto& [stage, seconds] : manifest.seconds) {
    if (stage == name) return seconds;
  }
  return 0;
}

}  // namespace thresh
