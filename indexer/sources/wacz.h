// WACZ 1.1: a zip archive with the WARC (or ARC) files of a crawl under archive/. Indexes and page
// lists in it are not read: everything that they name stands in the archives.
#pragma once

#include <memory>
#include <string>

#include "indexer/sources/source.h"

namespace thresh {

Result<std::unique_ptr<Source>> OpenWacz(const std::string& file, const SourceOptions& options);

}  // namespace thresh
