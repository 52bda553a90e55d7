#include "query/site/date_form.h"

#include <array>
#include <chrono>
#include <utility>

#include "query/retrieve/condition.h"

namespace thresh {
namespace {

constexpr std::size_t kYear = 4, kMonth = 7, kDay = 10;  // digits of "2024-02-29" up to there

std::string DayOf(std::string_view date, bool last) {
  if (!IsDateBound(date) || date.size() > kDay) return {};
  std::string day(date);
  if (day.size() == kYear) day += last ? "-12" : "-01";
  if (day.size() != kMonth) return day.size() == kDay ? day : "";
  if (!last) return day + "-01";
  const std::chrono::year year(std::stoi(day.substr(0, kYear)));
  const std::chrono::month month(static_cast<unsigned>(std::stoi(day.substr(kYear + 1))));
  const std::chrono::year_month_day_last end(year, std::chrono::month_day_last(month));
  return day + "-" + std::to_string(static_cast<unsigned>(end.day()));
}

Markup DateField(std::string_view label, std::string_view name, const std::string& day) {
  return El("label", {}, label, " ",
            El("input", {{"type", "date"}, {"name", std::string(name)}, {"value", day}}));
}

}  // namespace

std::string FirstDay(std::string_view date) { return DayOf(date, false); }
std::string LastDay(std::string_view date) { return DayOf(date, true); }

Markup DateForm(const SearchRequest& request) {
  Markup kept;
  const std::array<std::pair<std::string_view, std::string>, 5> rest = {
      {{"q", request.query},
       {"site", request.site},
       {"changed", request.changed},
       {"seen", request.seen},
       {"sort", request.SortParameter()}}};
  for (const auto& [name, value] : rest) {
    if (!value.empty())
      kept.Add(El("input", {{"type", "hidden"}, {"name", std::string(name)}, {"value", value}}));
  }
  const bool chosen = !request.from.empty() || !request.to.empty();
  return El(
      "details", {{"open", Flag(chosen)}}, El("summary", {}, "Between two days"),
      El("form", {{"id", "dates"}, {"method", "get"}, {"action", "/search"}}, kept,
         DateField("From", "from", FirstDay(request.from)),
         DateField("To", "to", LastDay(request.to)), El("button", {{"type", "submit"}}, "Show")));
}

}  // namespace thresh
