// URLs of pages that carry none: files of a mirror.
#pragma once

#include <string>

#include "indexer/sources/source.h"

namespace thresh {

// The name of a folder, also where it is given as "." or "mirror/".
std::string FolderName(const std::string& folder);
// options.base_url, or http://NAME/; ends with a slash.
std::string BaseUrl(const SourceOptions& options, const std::string& name);

}  // namespace thresh
