// DirectoryWalk: the files below a folder in byte order of their paths, component by component. The
// directory source owns one. It follows no symbolic link and has at most one file descriptor open.
// It holds the names of the folders between the root and the current file in memory. Not
// thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/base/status.h"

namespace thresh {

struct WalkEntry {
  enum class Kind { kFile, kSymlink, kSpecial, kUnreadable };
  Kind kind = Kind::kFile;
  std::string path;        // below the root
  std::uint64_t size = 0;  // of a file
  std::string why;         // of an unreadable entry
};

class DirectoryWalk {
 public:
  // kMissing or kIo if the root cannot be listed.
  static Result<DirectoryWalk> Open(std::string root);

  // Fills *entry with the next entry that is no folder, and returns true. The first call delivers
  // the first entry. A folder that may not be listed is an entry, too (kUnreadable). At the end:
  // returns false, and does so again when called again. On an I/O error: returns kIo. The walk must
  // not be used again.
  Result<bool> Next(WalkEntry* entry);

 private:
  struct Folder {
    std::string path;                // below the root; empty or with a slash at its end
    std::vector<std::string> names;  // descending: the next one is the last
  };

  explicit DirectoryWalk(std::string root) : root_(std::move(root)) {}
  Result<bool> Visit(WalkEntry* entry);

  std::string root_;
  std::vector<Folder> folders_;
};

// Whether an errno is data and not a failure: the file or folder may not be read, or it is gone
// since it was listed.
bool IsUnreadable(int error);

}  // namespace thresh
