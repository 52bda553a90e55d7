// The files of a store, checked against what its manifest says of them. Used by verify.cc.
#pragma once

#include <string>

#include "common/base/status.h"
#include "common/store/manifest.h"
#include "indexer/segment/verify.h"

namespace thresh {

// Compares size and hash. What is wrong stands in the report; a Status is an I/O error.
Status VerifyFile(const std::string& store, const FileEntry& entry, VerifyReport* report);
// The checksums of RocksDB's own blocks, filters and indexes among them. The file is whole.
void VerifyBlocks(const std::string& store, const FileEntry& entry, VerifyReport* report);

// The files of a whole store before another one takes them over. kUnusable with the first problem.
Status CheckFiles(const std::string& store, const Manifest& manifest);

}  // namespace thresh
