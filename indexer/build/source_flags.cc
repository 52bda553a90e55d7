#include "indexer/build/source_flags.h"

#include <algorithm>

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
  if (url.empty() || url.starts_with("http://") || url.starts_with("https://") ||
      url.starts_with("file://"))
    return {};
  return Status(Code::kUsage, "--base-url: '" + url + "' does not begin with http:// or https://");
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
