// TableFile: one RocksDB table file, open for reading: rows by key, checked by their checksums. The
// tables that stand beside the segments of a store are read through it. It stays open as long as
// its object lives, also when a later publish removes the file. Any thread may read.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "common/base/status.h"

namespace thresh {

class TableFile {
 public:
  static Result<std::unique_ptr<TableFile>> Open(const std::string& file);
  ~TableFile();
  const std::string& file() const;

  // Returns false if there is no row of this key.
  Result<bool> Find(std::string_view key, std::string* value) const;

  // The rows whose key begins with a prefix, in key order. Stands on the first one; views are valid
  // until Next. Behind the last row, and at a damaged one, Valid() is false: ask status().
  class Rows {
   public:
    ~Rows();
    bool Valid() const;
    void Next();
    std::string_view key() const;
    std::string_view value() const;
    Status status() const;

   private:
    friend class TableFile;
    struct Impl;
    explicit Rows(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };
  std::unique_ptr<Rows> Scan(std::string prefix) const;

 private:
  struct Impl;
  explicit TableFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace thresh
