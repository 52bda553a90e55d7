#include "indexer/sources/page_names.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/base/ascii.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

// RFC 3986, 3.3: pchar and "/".
bool IsPathChar(char c) {
  return IsAsciiAlnum(c) ||
         std::string_view("-._~!$&'()*+,;=:@/").find(c) != std::string_view::npos;
}

}  // namespace

std::string FolderName(const std::string& folder) {
  std::error_code error;
  // A path like "." or ".." has a name only after it is resolved.
  const auto path = std::filesystem::canonical(folder.empty() ? "." : folder, error);
  const std::string name = error ? folder : path.filename().string();
  return name.empty() ? "localhost" : name;
}

std::string BaseUrl(const std::string& base_url, const std::string& name) {
  std::string url = base_url.empty() ? "http://" + EncodePath(name) : base_url;
  if (!url.ends_with('/')) url += '/';
  return url;
}

// A file name may hold any byte but "/" and NUL. "%", "?" and "#" are escaped, too, because the
// name is no URL yet.
std::string EncodePath(std::string_view path) {
  std::string encoded;
  for (const char c : path) {
    if (IsPathChar(c)) {
      encoded += c;
    } else {
      AppendPercentEscape(c, &encoded);
    }
  }
  return encoded;
}

// Escapes that are there already stay, because the URL was written as one.
std::string CleanUrl(std::string_view url) {
  url = TrimBlanks(url);
  // The grammar of WARC 1.0 puts URIs into angle brackets.
  if (url.starts_with('<') && url.ends_with('>')) url = TrimBlanks(url.substr(1, url.size() - 2));
  std::string clean;
  for (const char c : url) {
    if (c > ' ' && c < '\x7f') {
      clean += c;
    } else {
      AppendPercentEscape(c, &clean);
    }
  }
  return clean;
}

std::string IsoDate(std::string_view date) {
  std::string iso(date);
  if (date.size() != 14 || date.find_first_not_of("0123456789") != std::string_view::npos)
    return iso;
  // From the back, so that an inserted mark does not move the places of the others.
  for (const auto& [at, mark] : {std::pair(12, ":"), {10, ":"}, {8, "T"}, {6, "-"}, {4, "-"}}) {
    iso.insert(static_cast<std::size_t>(at), mark);
  }
  return iso + "Z";
}

}  // namespace thresh
