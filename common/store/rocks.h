// RocksDB behind one door. Every Options object of both programs is made here: info_log is always
// ours (a full disk aborts the process inside RocksDB's own text log otherwise), checksums are
// XXH3, no memory maps.
#pragma once

#include <rocksdb/cache.h>
#include <rocksdb/env.h>
#include <rocksdb/options.h>
#include <rocksdb/status.h>

#include <memory>
#include <string>

#include "common/base/status.h"
#include "common/store/schema.h"

namespace thresh {

rocksdb::Options BaseOptions();  // database-wide, and for run files
// The machine without background threads: who only reads has no work for them, and they take longer
// to start and to end than a small search.
std::unique_ptr<rocksdb::Env> ReaderEnv();
// Block size, compression, dictionary, filter. A reader gives all its families one cache.
rocksdb::ColumnFamilyOptions FamilyOptions(Family family,
                                           std::shared_ptr<rocksdb::Cache> cache = nullptr);
// "cannot write FILE: ..." with kIo, kMissing, kUnusable (corruption) or kCannotCreate.
Status FromRocks(const rocksdb::Status& status, const std::string& what, const std::string& file);

}  // namespace thresh
