#include "indexer/build/source_flags.h"

namespace thresh {

void DeclareSource(Options& options, SourceOptions* source) {
  std::vector<std::string> formats = {"auto"};
  for (const SourceInfo& row : SourceTable()) formats.emplace_back(row.name);
  options.AddChoice("format", &source->format, formats,
                    "format of the inputs; auto detects it from name and content");
  options.Add(
      "base-url", &source->base_url, "URL",
      "URL that the pages of a folder get in front of their path; default http://FOLDER-NAME/");
  options.Add("include", &source->include, "GLOB",
              "read only these paths of a folder (* ? **); may be repeated");
  options.Add("exclude", &source->exclude, "GLOB",
              "leave out these paths of a folder; may be repeated");
}

Status CheckSource(const SourceOptions& source) {
  const std::string& url = source.base_url;
  if (url.empty() || url.starts_with("http://") || url.starts_with("https://") ||
      url.starts_with("file://"))
    return {};
  return Status(Code::kUsage, "--base-url: '" + url + "' does not begin with http:// or https://");
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
