// TableWriter: rows in ascending key order → one RocksDB table file, on disk when Finish returns.
// The only place that writes table files; runs and segments are made of them.
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

  // The file is made with the first row: a table without rows is no file.
  Status Put(std::string_view key, std::string_view value);
  // A full disk may show only here. Nothing may be put afterwards.
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
