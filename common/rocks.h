// RocksDB behind one door. Every Options object of both programs is made here: info_log is always ours (a
// full disk aborts the process inside RocksDB's own text log otherwise), checksums are XXH3, no memory maps.
#pragma once

#include <rocksdb/options.h>
#include <rocksdb/status.h>

#include <string>

#include "common/schema.h"
#include "common/status.h"

namespace thresh {

rocksdb::Options BaseOptions();                                   // database-wide, and for run files
rocksdb::ColumnFamilyOptions FamilyOptions(Family family);        // block size, compression, dictionary, filter
// "cannot write FILE: ..." with kIo, kMissing, kUnusable (corruption) or kCannotCreate.
Status FromRocks(const rocksdb::Status& status, const std::string& what, const std::string& file);

}  // namespace thresh
