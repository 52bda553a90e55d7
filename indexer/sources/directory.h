// Directory: a mirror of a site (wget, an unpacked package). Every html file below the folder is a
// page; its URL is the base URL and the path below the folder, percent-encoded.
#pragma once

#include <memory>
#include <string>

#include "indexer/sources/source.h"

namespace thresh {

Result<std::unique_ptr<Source>> OpenDirectory(const std::string& folder,
                                              const SourceOptions& options);

}  // namespace thresh
