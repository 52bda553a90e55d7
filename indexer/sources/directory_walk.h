// DirectoryWalk: the files below a folder in byte order of their paths, component by component.
// Iterative, symbolic links are never followed, at most one file descriptor is open. Memory: the
// names of the open folders.
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
  // kMissing or kIo where the root cannot be listed.
  static Result<DirectoryWalk> Open(std::string root);

  // The next entry that is no folder (or is a folder that may not be listed); false at the end. kIo
  // where the disk fails.
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

// Errors of one file or folder that are data: it may not be read or has gone meanwhile.
bool IsUnreadable(int error);

}  // namespace thresh
