// The files of a store, checked against what its manifest says of them. Used by verify.cc.
#pragma once

#include <string>

#include "common/base/status.h"
#include "common/store/store.h"
#include "indexer/segment/verify.h"

namespace thresh {

// Compares size and hash. What is wrong stands in the report; a Status is an I/O error.
Status VerifyFile(const std::string& store, const FileEntry& entry, VerifyReport* report);
// The checksums of RocksDB's own blocks, filters and indexes among them. The file is whole.
void VerifyBlocks(const std::string& store, const FileEntry& entry, VerifyReport* report);

// The crawl table: its file, its rows, and that it has the pages of the segment and no others as
// pages that are there. `segment` is null if it cannot be read.
Status VerifyCrawlTable(const std::string& store, const FileEntry& entry, const Segment* segment,
                        VerifyReport* report);

}  // namespace thresh
