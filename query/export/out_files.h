// OutFiles: the files of one export. It gives them names, opens the next one when the one before is
// full, and lets all appear at the end. An export owns one. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"
#include "query/export/out_file.h"

namespace thresh {

class OutFiles {
 public:
  // `out` is a file, "-", or a folder: it ends with a slash, is a folder, or its last part has no
  // dot. A folder is made if it is missing, and the file in it is called `file`. With several
  // shards the number of the shard goes in front of the first dot: pages-00002-of-00008.jsonl.gz.
  static Result<OutFiles> Make(const std::string& out, std::string_view file, std::uint64_t shards);

  // Begins the next file. REQUIRES: fewer than `shards` are begun.
  Status Begin();
  OutFile* current() { return files_.back().get(); }
  // A whole file beside the first one, with `ending` in place of everything from its first dot on.
  Status Beside(std::string_view ending, std::string_view text);
  // Gives all files their names.
  Status Commit();

  bool is_stdout() const { return path_ == "-"; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  OutFiles(std::string path, std::uint64_t shards) : path_(std::move(path)), shards_(shards) {}
  Status Open(const std::string& name);
  std::string path_;
  std::uint64_t shards_, begun_ = 0;
  std::vector<std::unique_ptr<OutFile>> files_;
  std::vector<std::string> names_;
};

}  // namespace thresh
