// RocksDB's options, all in one place. Segments, run files and their readers take theirs from here,
// so that none forgets what this version needs: an info_log of ours (with RocksDB's own text log a
// full disk aborts the process), XXH3 checksums, no memory maps. Pure functions, safe on any
// thread.
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

rocksdb::Options BaseOptions();  // for databases and for run files
// An environment without background threads, for readers. A reader has no work for them, and they
// take longer to start and to end than a small search.
std::unique_ptr<rocksdb::Env> ReaderEnv();
// Block size, compression, dictionary and filter of a family. A reader gives one cache to all its
// families; a writer gives none.
rocksdb::ColumnFamilyOptions FamilyOptions(Family family,
                                           std::shared_ptr<rocksdb::Cache> cache = nullptr);
// Makes of the options of a writer's family those of one that is written quickly. Readers do not
// tell the two apart.
void PackFast(rocksdb::ColumnFamilyOptions* options);
// RocksDB reads the properties of a table before it compares their checksum, and a wrong number
// among them ends the process in an assertion. So their checksum is compared here (table_check.cc),
// before RocksDB opens the table. kUnusable if it is wrong; what else is wrong RocksDB says.
Status CheckTable(const std::string& file);
// The Status for an error of RocksDB: "cannot write FILE: ...", with kIo, kMissing or kUnusable
// (damage).
Status FromRocks(const rocksdb::Status& status, const std::string& what, const std::string& file);

}  // namespace thresh
