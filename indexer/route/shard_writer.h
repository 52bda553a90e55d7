// ShardWriter: the files of the shards, OUT/00017/NAME. A router owns one for one call. Everything
// is written under OUT/.route-XXXXXX. When an input is whole and synced, its files are renamed to
// their final names, so no half of a file ever has one. The destructor removes what is left of the
// work; a killed process leaves its folder there, which nobody reads. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/status.h"

namespace thresh {

class ShardWriter {
 public:
  // Makes the folders of all shards, so that a task finds its folder also if nothing is in it.
  static Result<std::unique_ptr<ShardWriter>> Open(const std::string& out, std::uint32_t shards);
  ~ShardWriter();
  ShardWriter(const ShardWriter&) = delete;
  ShardWriter& operator=(const ShardWriter&) = delete;

  // The calls go in turn: Start, Append as often as needed, Publish, and again. After a Status the
  // writer must not be used again.

  // Begins the files of an input.
  void Start(const std::string& name);
  Status Append(std::uint32_t shard, std::string_view bytes);
  // Gives the files their final names. Files of this name that an earlier call with another plan
  // has left in other shards are removed: their records would come twice.
  Status Publish();

  const std::string& work() const { return work_; }  // for files of the caller
  std::uint64_t bytes() const { return bytes_; }     // that were appended, of all inputs
  std::uint64_t largest() const;                     // the most bytes of one shard
  std::uint64_t files() const { return files_; }     // that were published

 private:
  struct Shard {
    std::string folder;  // its final one
    std::string buffer;  // not written yet
    bool begun = false;  // has bytes of this input
    std::uint64_t bytes = 0;
  };
  ShardWriter(std::string out, std::uint32_t shards);
  Status MakeFolders();
  std::string WorkFile(std::size_t shard) const;
  Status Flush(std::size_t shard);

  std::string out_, work_, name_;
  std::vector<Shard> shards_;
  std::vector<std::string> other_;  // folders of shards that this plan does not have
  std::uint64_t buffered_ = 0, bytes_ = 0, files_ = 0;
};

}  // namespace thresh
