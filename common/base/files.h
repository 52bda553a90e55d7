// Files: reads whole files, writes them durably and hashes them, for everything that belongs to a
// store. Sources of pages have readers of their own (indexer/sources/bytes). Every failure is a
// Status with the file's name and the cause. Safe on any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/hash.h"
#include "common/base/status.h"

namespace thresh {

Result<std::string> ReadFile(const std::string& file);
// Nothing if there is no such file.
Result<std::optional<std::string>> ReadFileIfThere(const std::string& file);
// An error if the system cannot tell.
Result<bool> IsThere(const std::string& file);
// A file that the system cannot tell of exists: a disk that fails must not make a store look new.
bool FileExists(const std::string& file);
// Replaces `file` atomically and is on disk when it returns: writes FILE.tmp, syncs it, renames it
// over `file` and syncs the folder. Refuses to replace a folder, a device or a pipe.
Status WriteFileDurably(const std::string& file, std::string_view bytes);
// A file that comes piece by piece and appears whole or not at all: the bytes go to FILE.tmp, which
// Commit renames. A file that was not committed is removed by the destructor. Calls go in this
// order: Create, Append (any number), Sync, Commit. After an error nothing but the destructor may
// be called. Not thread-safe.
class DurableFile {
 public:
  static Result<std::unique_ptr<DurableFile>> Create(const std::string& file);
  explicit DurableFile(std::string file) : file_(std::move(file)) {}
  ~DurableFile();
  DurableFile(const DurableFile&) = delete;
  DurableFile& operator=(const DurableFile&) = delete;
  Status Append(std::string_view bytes);
  Status Sync();    // all bytes are on disk, and no descriptor is open any more
  Status Commit();  // renames and syncs the folder
  const std::string& name() const { return file_; }

 private:
  std::string Beside() const { return file_ + ".tmp"; }
  std::string file_;
  int fd_ = -1;
  bool committed_ = false;
};
// Tells whether WriteFileDurably(file) can be expected to work. Callers ask before hours of work.
Status CheckWritable(const std::string& file);
// Makes the file if there is none. Neither atomic nor durable.
Status AppendToFile(const std::string& file, std::string_view bytes);
Status SyncFile(const std::string& file);
Status SyncDirectory(const std::string& directory);
Status MakeDirectory(const std::string& directory);  // parents too; existing is fine
Status RemoveTree(const std::string& path);          // missing is fine
Result<std::vector<std::string>> ListDirectory(const std::string& directory);  // names, sorted

// A file that is read at any place, which its writer only ever replaces as a whole. Any thread may
// read.
class PlacedFile {
 public:
  static Result<PlacedFile> Open(const std::string& file);
  ~PlacedFile();
  PlacedFile(PlacedFile&& other) noexcept;
  PlacedFile& operator=(PlacedFile&&) = delete;
  std::uint64_t bytes() const { return bytes_; }
  // Exactly `n` bytes from `at` on. kUnusable if the file is shorter.
  Result<std::string> Read(std::uint64_t at, std::size_t n) const;

 private:
  PlacedFile(std::string file, int fd, std::uint64_t bytes)
      : file_(std::move(file)), fd_(fd), bytes_(bytes) {}
  std::string file_;
  int fd_;
  std::uint64_t bytes_;
};

Result<Hash128> HashFile(const std::string& file, std::uint64_t* bytes);

}  // namespace thresh
