#include "indexer/build/source_flags.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "common/base/ascii.h"
#include "common/base/numbers.h"
#include "indexer/page/links.h"
#include "indexer/sources/page_names.h"

namespace thresh {

namespace {

// The setting of a manifest that names the folders which its --base-url is for.
constexpr const char* kFolders = "folders";

// What the help says of later updates.
struct LaterTexts {
  const char *base_url, *globs;
};
LaterTexts LaterOf(SourceFor command) {
  switch (command) {
    case SourceFor::kBuild:
      return {"; later updates give it to folders of the same name", "; later updates do so, too"};
    case SourceFor::kUpdate:
      return {", or for a folder of a name that the build had, that of the build",
              "; for this crawl alone, in place of those of the build ('': of none)"};
    case SourceFor::kOther:
      break;
  }
  return {"", ""};
}

// RFC 3986, 3.2.2, a port, and letters that IDNA knows.
bool IsAuthority(std::string_view authority) {
  if (authority.find('@') != std::string_view::npos) return false;
  const std::size_t closed = authority.rfind(']');
  if ((closed != std::string_view::npos) != authority.starts_with('[')) return false;
  const std::size_t colon = authority.find(':', closed == std::string_view::npos ? 0 : closed);
  const std::string_view host = authority.substr(0, colon);
  if (host.empty() || !std::all_of(host.begin(), host.end(), [](char c) {
        return IsAsciiAlnum(c) || static_cast<unsigned char>(c) >= 0x80 ||
               std::string_view("-._~%[:]").find(c) != std::string_view::npos;
      }))
    return false;
  std::uint32_t port = 0;
  return colon == std::string_view::npos ||
         (ParseNumber(authority.substr(colon + 1), &port) && port <= 65535);
}

// What is wrong with a --base-url. Null if nothing is.
const char* WrongInBase(std::string_view url) {
  const UrlParts parts = SplitUrl(url);
  const bool is_file = EqualsLower(parts.scheme, "file");
  if (!parts.has_authority ||
      !(is_file || EqualsLower(parts.scheme, "http") || EqualsLower(parts.scheme, "https")))
    return "does not begin with http://, https:// or file://";
  if (parts.has_query || parts.has_fragment)
    return "has a query (?) or a fragment (#), which would stand before the path of each page";
  if (!is_file && !IsAuthority(parts.authority))
    return "names no host, or none as a browser would take it";
  return nullptr;
}

}  // namespace

void DeclareSource(Options& options, SourceOptions* source, SourceFor command) {
  const LaterTexts later = LaterOf(command);
  std::vector<std::string> formats = {"auto"};
  for (const SourceInfo& row : SourceTable()) formats.emplace_back(row.name);
  options.AddChoice("format", &source->format, formats,
                    "format of the inputs; auto detects it from name and content");
  options.Add("base-url", &source->base_url, "URL",
              std::string("URL that the pages of a folder get in front of their path; default "
                          "http://FOLDER-NAME/") +
                  later.base_url);
  options.Add(
      "include", &source->include, "GLOB",
      std::string("read only these paths of a folder (* ? **); may be repeated") + later.globs);
  options.Add("exclude", &source->exclude, "GLOB",
              std::string("leave out these paths of a folder; may be repeated") + later.globs);
}

Status CheckSource(const SourceOptions& source) {
  const std::string& url = source.base_url;
  if (url.empty()) return {};
  const char* const wrong = WrongInBase(url);
  if (wrong == nullptr) return {};
  return Status(Code::kUsage, "--base-url: '" + url + "' " + wrong);
}

std::vector<std::string> NamesOfFolders(const std::vector<std::string>& inputs) {
  std::vector<std::string> names;
  for (const std::string& input : inputs) {
    std::string name = FolderNames({input}).front();
    if (!name.empty()) names.push_back(std::move(name));
  }
  return names;
}

void KeepFolders(const KnownFolders& known, std::vector<Setting>* config) {
  const auto keep = [&](const char* name, const std::string& value) {
    const bool stands = std::any_of(config->begin(), config->end(),
                                    [&](const Setting& setting) { return setting.name == name; });
    if (!value.empty() && !stands) config->push_back({name, value, Affects::kNothing});
  };
  keep("base-url", known.base_url);
  keep("include", ListText(known.include));
  keep("exclude", ListText(known.exclude));
  if (!known.base_url.empty()) keep(kFolders, ListText(known.names));
}

KnownFolders FoldersOf(const Manifest& manifest) {
  KnownFolders known;
  // Older versions kept no names, but those of the inputs.
  for (const std::string& input : manifest.inputs) known.names.push_back(FolderName(input));
  for (const auto& [name, value] : manifest.config) {
    if (name == kFolders) known.names = ListItems(value);
    if (name == "base-url") known.base_url = value;
    if (name == "include") known.include = ListItems(value);
    if (name == "exclude") known.exclude = ListItems(value);
  }
  return known;
}

// A flag with an empty value is left out: it would not mean the default on a command line.
std::vector<std::string> SourceFlags(const SourceOptions& source) {
  std::vector<std::string> flags = {"--format=" + source.format};
  if (!source.base_url.empty()) flags.push_back("--base-url=" + source.base_url);
  for (const std::string& glob : source.include) flags.push_back("--include=" + glob);
  for (const std::string& glob : source.exclude) flags.push_back("--exclude=" + glob);
  return flags;
}

}  // namespace thresh
