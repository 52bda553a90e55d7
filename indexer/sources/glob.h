// Globs on paths below the root of a directory input.
//   *   any characters but `/`      ?   one character but `/`
//   **  as a whole component: any number of components, also none (**/a.html matches a.html)
// A pattern without a slash is matched against the last component: *.html matches at any depth.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thresh {

bool GlobMatches(std::string_view pattern, std::string_view path);
bool AnyGlobMatches(const std::vector<std::string>& patterns, std::string_view path);

}  // namespace thresh
