// ParseTarget: takes the target of a request, "/page?url=http%3A%2F%2Fa.org%2F&show=all", apart and
// decodes it, for HttpParser. Every page has exactly one address: a target that could be written in
// another way is refused, not repaired.
#pragma once

#include <cstddef>
#include <string_view>

#include "query/http/http.h"

namespace thresh {

inline constexpr std::size_t kMaxTargetBytes = 8000;
inline constexpr std::size_t kMaxParameters = 64;

// Fills in path and parameters and returns an empty text. Otherwise returns a sentence that says
// why the target is refused: it does not begin with a slash (an absolute target would name a host a
// second time), has dot segments, escaped slashes or control characters in the path, broken
// escapes, a NUL, or more than kMaxParameters parameters.
std::string_view ParseTarget(std::string_view target, HttpRequest* request);

}  // namespace thresh
