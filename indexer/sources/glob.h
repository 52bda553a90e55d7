// Globs on paths below the root of a directory: --include and --exclude. No state.
//   *   any characters but `/`      ?   one character but `/`
//   **  as a whole component: any number of components, even zero (**/a.html matches a.html)
// A pattern without a slash is compared with the last component: *.html matches at any depth. Every
// string is a pattern, and every string is a path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thresh {

bool GlobMatches(std::string_view pattern, std::string_view path);
bool AnyGlobMatches(const std::vector<std::string>& patterns, std::string_view path);

}  // namespace thresh
