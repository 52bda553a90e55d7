#include "indexer/page/file_address.h"

#include <algorithm>
#include <string_view>

#include "common/base/ascii.h"

namespace thresh {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kEscapedMark = "%3F", kEscapedPercent = "%25";

// "@id=3": without a key and its "=" an "@" is part of a name, as in package@1.2.
bool BeginsQuery(std::string_view rest) {
  const std::size_t equals = rest.find('=');
  if (equals == kNone || equals < 2) return false;
  const std::string_view key = rest.substr(1, equals - 1);
  return std::all_of(key.begin(), key.end(),
                     [](char c) { return IsAsciiAlnum(c) || c == '_' || c == '-'; });
}

}  // namespace

std::string FileAddress(std::string url) {
  if (url.find('?') != std::string::npos) return url;
  const std::string_view whole = url;
  const std::size_t slash = whole.rfind('/');
  if (slash == kNone) return url;
  const std::size_t at = whole.find('@', slash);
  std::size_t mark = whole.find(kEscapedMark, slash), size = kEscapedMark.size();
  if (mark == kNone && at != kNone && BeginsQuery(whole.substr(at))) {
    mark = at;
    size = 1;
  }
  if (mark == kNone) return url;
  url.replace(mark, size, "?");
  // A slash of the query can be in no name, so wget has escaped it, and the name once more.
  for (std::size_t twice = url.find(kEscapedPercent, mark); twice != std::string::npos;
       twice = url.find(kEscapedPercent, twice + 1)) {
    if (HexDigit(url[twice + 3]) >= 0 && HexDigit(url[twice + 4]) >= 0) url.erase(twice + 1, 2);
  }
  return url;
}

}  // namespace thresh
