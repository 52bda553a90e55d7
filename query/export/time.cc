#include "query/export/time.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>

#include "common/base/ascii.h"

namespace thresh {
namespace {

// Year, month, day, hour, minute, second.
using Fields = std::array<unsigned, 6>;

struct Place {
  std::size_t digits;
  char before;  // stands in front of the field
};
constexpr std::array<Place, 6> kPlaces = {
    {{4, 0}, {2, '-'}, {2, '-'}, {2, 'T'}, {2, ':'}, {2, ':'}}};

// Reads the fields that are there; the others keep their values. What follows the seconds (a
// fraction, the zone) is not looked at: times of a store are UTC.
std::optional<Fields> Read(std::string_view date) {
  Fields fields = {1970, 1, 1, 0, 0, 0};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto [digits, before] = kPlaces[i];
    if (before != 0) {
      if (date.empty() || date.front() != before)
        return i == 0 ? std::nullopt : std::optional(fields);
      date.remove_prefix(1);
    }
    if (date.size() < digits) return std::nullopt;
    fields[i] = 0;
    for (std::size_t d = 0; d < digits; ++d) {
      if (!IsAsciiDigit(date[d])) return std::nullopt;
      fields[i] = 10 * fields[i] + static_cast<unsigned>(date[d] - '0');
    }
    date.remove_prefix(digits);
  }
  return fields;
}

}  // namespace

std::optional<std::uint64_t> SecondsOf(std::string_view date) {
  const std::optional<Fields> fields = Read(date);
  if (!fields) return std::nullopt;
  const auto [year, month, day, hour, minute, second] = *fields;
  const std::chrono::year_month_day ymd{std::chrono::year(static_cast<int>(year)),
                                        std::chrono::month(month), std::chrono::day(day)};
  // 60 is a leap second.
  if (!ymd.ok() || year < 1970 || hour > 23 || minute > 59 || second > 60) return std::nullopt;
  const auto days = std::chrono::sys_days(ymd).time_since_epoch().count();
  return static_cast<std::uint64_t>(days) * 86'400 + hour * 3600 + minute * 60 + second;
}

std::optional<std::string> WholeTime(std::string_view date) {
  if (!SecondsOf(date)) return std::nullopt;
  const auto [year, month, day, hour, minute, second] = *Read(date);
  std::array<char, 80> text{};
  const int size = std::snprintf(text.data(), text.size(), "%04u-%02u-%02uT%02u:%02u:%02uZ", year,
                                 month, day, hour, minute, second);
  return std::string(text.data(), static_cast<std::size_t>(size));
}

}  // namespace thresh
