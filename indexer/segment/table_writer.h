// TableWriter: rows in ascending key order into one RocksDB table file, written when Finish
// returns. Runs and segments are made of such files, and nothing else writes them. Not thread-safe.
#pragma once

#include <rocksdb/options.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/status.h"

namespace rocksdb {
class SstFileWriter;
}

namespace thresh {

class TableWriter {
 public:
  TableWriter(std::string file, const rocksdb::Options& options);
  ~TableWriter();

  // `key` is above all keys before; another order is an error. The first row creates the file, so a
  // table without rows is no file.
  Status Put(std::string_view key, std::string_view value);
  // Called once; nothing may be put afterwards. A full disk may show only here.
  Status Finish();

  const std::string& file() const { return file_; }
  std::uint64_t rows() const { return rows_; }

 private:
  Status Open();

  std::string file_;
  std::unique_ptr<rocksdb::SstFileWriter> writer_;
  std::uint64_t rows_ = 0;
};

}  // namespace thresh
