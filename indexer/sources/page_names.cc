#include "indexer/sources/page_names.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/base/ascii.h"
#include "indexer/sources/html_sniff.h"
#include "indexer/sources/text.h"

namespace thresh {
namespace {

// RFC 3986, 3.3: pchar and "/".
bool IsPathChar(char c) {
  return IsAsciiAlnum(c) ||
         std::string_view("-._~!$&'()*+,;=:@/").find(c) != std::string_view::npos;
}

bool IsLabel(std::string_view label) {
  return !label.empty() && label.front() != '-' && label.back() != '-' &&
         std::all_of(label.begin(), label.end(),
                     [](char c) { return IsAsciiAlnum(c) || c == '-'; });
}

bool IsNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsAsciiDigit);
}

// A top-level domain has letters only, unless it is one of IDNA.
bool IsTopLevel(std::string_view label) {
  return label.starts_with("xn--") ||
         (label.size() > 1 && std::all_of(label.begin(), label.end(), IsAsciiAlpha));
}

// The folder that gives an input its name, resolved. Empty if the pages of the input have names of
// their own.
std::filesystem::path FolderOf(const std::string& input) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(input, error);
  if (error) return {};
  if (std::filesystem::is_directory(path, error)) return path;
  return IsHtmlName(input) ? path.parent_path() : std::filesystem::path();
}

// The last `parts` names of a path, or all.
std::string LastNames(std::filesystem::path path, std::size_t parts) {
  std::string names = path.filename().string();
  for (; parts > 1 && path.parent_path().has_filename(); --parts) {
    path = path.parent_path();
    names = path.filename().string() + "-" + names;
  }
  return names;
}

// The shortest name that no other folder of `alike` has, if there is one.
std::string TellingName(const std::filesystem::path& folder,
                        const std::set<std::filesystem::path>& alike) {
  std::string name = LastNames(folder, 1);
  const auto is_taken = [&](std::size_t parts) {
    return std::any_of(alike.begin(), alike.end(), [&](const std::filesystem::path& other) {
      return other != folder && LowerAscii(LastNames(other, parts)) == LowerAscii(name);
    });
  };
  for (std::size_t parts = 1; is_taken(parts); ++parts) {
    std::string longer = LastNames(folder, parts + 1);
    if (longer == name) break;
    name = std::move(longer);
  }
  return name;
}

}  // namespace

bool IsHostName(std::string_view name) {
  if (const std::size_t port = name.find_first_of(":+"); port != std::string_view::npos) {
    if (!IsNumber(name.substr(port + 1))) return false;
    name = name.substr(0, port);
  }
  if (name == "localhost") return true;
  if (IsHtmlName(name)) return false;
  std::size_t labels = 0, numbers = 0;
  std::string_view last;
  for (bool more = true; more; ++labels) {
    const std::size_t dot = name.find('.');
    last = name.substr(0, dot);
    if (!IsLabel(last)) return false;
    if (IsNumber(last)) ++numbers;
    more = dot != std::string_view::npos;
    if (more) name.remove_prefix(dot + 1);
  }
  return (labels == 4 && numbers == 4) || (labels > 1 && IsTopLevel(last));
}

std::string FolderName(const std::string& folder) {
  std::error_code error;
  // A path like "." or ".." has a name only after it is resolved.
  const auto path = std::filesystem::canonical(folder.empty() ? "." : folder, error);
  const std::string name = error ? folder : path.filename().string();
  return name.empty() ? "localhost" : name;
}

std::vector<std::string> FolderNames(const std::vector<std::string>& inputs) {
  std::vector<std::filesystem::path> folders;
  std::map<std::string, std::set<std::filesystem::path>> named;  // hosts have no capitals
  for (const std::string& input : inputs) {
    folders.push_back(input == "-" ? std::filesystem::path() : FolderOf(input));
    named[LowerAscii(LastNames(folders.back(), 1))].insert(folders.back());
  }
  std::vector<std::string> names;
  std::map<std::string, std::filesystem::path> owners;
  for (const std::filesystem::path& folder : folders) {
    std::string name = LastNames(folder, 1);
    if (!IsHostName(name)) {
      name = TellingName(folder, named[LowerAscii(name)]);
      // Another folder may really be called a-html.
      const std::string base = name;
      for (int n = 2; owners.try_emplace(LowerAscii(name), folder).first->second != folder; ++n)
        name = base + "-" + std::to_string(n);
    }
    names.push_back(std::move(name));
  }
  return names;
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
