#include "indexer/build/source_flags.h"

namespace thresh {

void DeclareSource(Options& options, SourceOptions* source) {
  std::vector<std::string> formats = {"auto"};
  for (const SourceInfo& row : SourceTable()) formats.emplace_back(row.name);
  options.AddChoice("format", &source->format, formats, "format of the inputs; auto looks at each");
  options.Add("base-url", &source->base_url, "URL",
              "prefix of the pages of a folder; default http://FOLDER-NAME/");
  options.Add("include", &source->include, "GLOB",
              "only these paths of a folder (* ? **); may be repeated");
  options.Add("exclude", &source->exclude, "GLOB", "not these paths of a folder; may be repeated");
}

std::vector<std::string> SourceFlags(const SourceOptions& source) {
  std::vector<std::string> flags = {"--format=" + source.format};
  if (!source.base_url.empty()) flags.push_back("--base-url=" + source.base_url);
  for (const std::string& glob : source.include) flags.push_back("--include=" + glob);
  for (const std::string& glob : source.exclude) flags.push_back("--exclude=" + glob);
  return flags;
}

}  // namespace thresh
