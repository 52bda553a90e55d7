#include "indexer/sources/glob.h"

#include <algorithm>

namespace thresh {
namespace {

using Pieces = std::vector<std::string_view>;

// Matches a sequence with stars; each star stands for any number of elements. What stood before the
// last star has matched as early as it can, so only that star ever needs another try. This bounds
// the time by pattern x text, where plain backtracking is exponential.
template <typename Matches>
bool MatchSequence(const Pieces& pattern, const Pieces& text, std::string_view star,
                   const Matches& matches) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t p = 0;
  std::size_t last_star = kNone;
  std::size_t retry = 0;
  for (std::size_t t = 0; t < text.size();) {
    if (p < pattern.size() && pattern[p] == star) {
      last_star = p++;
      retry = t;
    } else if (p < pattern.size() && matches(pattern[p], text[t])) {
      ++p;
      ++t;
    } else if (last_star != kNone) {
      p = last_star + 1;
      t = ++retry;
    } else {
      return false;
    }
  }
  return std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(p), pattern.end(),
                     [&](std::string_view piece) { return piece == star; });
}

Pieces Components(std::string_view path) {
  Pieces pieces;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    pieces.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return pieces;
}

// UTF-8 characters. Each stray byte is a character of its own. Names are cut into characters,
// because `?` stands for a character and not for a byte.
Pieces Characters(std::string_view text) {
  Pieces pieces;
  while (!text.empty()) {
    std::size_t size = 1;
    while ((text[0] & '\xc0') == '\xc0' && size < text.size() && size < 4 &&
           (text[size] & '\xc0') == '\x80')
      ++size;
    pieces.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return pieces;
}

bool ComponentMatches(std::string_view pattern, std::string_view name) {
  return MatchSequence(
      Characters(pattern), Characters(name), "*",
      [](std::string_view one, std::string_view other) { return one == "?" || one == other; });
}

}  // namespace

bool GlobMatches(std::string_view pattern, std::string_view path) {
  if (pattern.find('/') == std::string_view::npos && pattern != "**") {
    return ComponentMatches(pattern, path.substr(path.rfind('/') + 1));
  }
  // Paths begin below the root without a slash, so a pattern needs none either.
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  return MatchSequence(Components(pattern), Components(path), "**", ComponentMatches);
}

bool AnyGlobMatches(const std::vector<std::string>& patterns, std::string_view path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const auto& pattern) { return GlobMatches(pattern, path); });
}

}  // namespace thresh
