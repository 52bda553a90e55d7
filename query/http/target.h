// The target of a request, "/page?url=http%3A%2F%2Fa.org%2F&show=all", taken apart and decoded.
// Every page has one address: what could be written in another way is refused instead of repaired.
#pragma once

#include <cstddef>
#include <string_view>

#include "query/http/http.h"

namespace thresh {

inline constexpr std::size_t kMaxTargetBytes = 8000;
inline constexpr std::size_t kMaxParameters = 64;

// Fills in path and parameters. Empty, or a sentence on what is wrong: a target that does not begin
// with a slash (an absolute one names a host a second time), dot segments, escaped slashes and
// controls in the path, broken escapes, a NUL anywhere, more than kMaxParameters.
std::string_view ParseTarget(std::string_view target, HttpRequest* request);

}  // namespace thresh
