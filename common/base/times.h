// Times as crawls write them. Pure functions, safe on any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace thresh {

// A time in the one form that a store has: "2024-06-08T10:00:00Z", in UTC, with the part of a
// second behind the seconds where there is one. A day, a month or a year stays one: "2024-06-08".
// Reads ISO 8601 and RFC 3339 (also with a blank for the T, without seconds, with an offset), 8,
// 12, 14 or 17 digits, and the dates of HTTP ("Sat, 08 Jun 2024 10:00:00 GMT"). Without an offset a
// time is one of UTC. Nothing if it is no date.
std::optional<std::string> CanonicalTime(std::string_view written);

// By the keys of canonical times, the earlier one is the smaller one. A day is before its times.
inline std::string_view TimeKey(std::string_view time) {
  if (time.ends_with('Z')) time.remove_suffix(1);
  return time;
}

}  // namespace thresh
