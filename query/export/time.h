// Times of a crawl as other formats want them. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thresh {

// Seconds since 1970 of an ISO 8601 time in UTC, or of the beginning of one (2024-06-01). Nothing
// for other text and for years before 1970.
std::optional<std::uint64_t> SecondsOf(std::string_view date);
// The same time with all its fields, 2024-06-01T00:00:00Z, as WARC wants it.
std::optional<std::string> WholeTime(std::string_view date);

}  // namespace thresh
