#include "indexer/sources/site_url.h"

#include <filesystem>
#include <system_error>

#include "indexer/sources/text.h"

namespace thresh {

std::string FolderName(const std::string& folder) {
  std::error_code error;
  const auto path = std::filesystem::canonical(folder.empty() ? "." : folder, error);
  const std::string name = error ? folder : path.filename().string();
  return name.empty() ? "localhost" : name;
}

std::string BaseUrl(const SourceOptions& options, const std::string& name) {
  std::string url = options.base_url.empty() ? "http://" + EncodePath(name) : options.base_url;
  if (!url.ends_with('/')) url += '/';
  return url;
}

}  // namespace thresh
