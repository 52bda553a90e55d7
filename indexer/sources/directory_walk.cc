#include "indexer/sources/directory_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <memory>
#include <string_view>

#include "indexer/sources/bytes/byte_stream.h"

namespace thresh {
namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

// Writes the names in `folder` in descending order. Returns 0 or an errno. `flags` is O_NOFOLLOW
// below the root: a folder that has become a link since it was listed must not lead out of the
// mirror.
int ListNames(const std::string& folder, int flags, std::vector<std::string>* names) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
  if (fd < 0) return errno;
  const std::unique_ptr<DIR, CloseDirectory> directory(fdopendir(fd));
  // fdopendir takes the descriptor over only if it succeeds.
  if (directory == nullptr) {
    const int error = errno;
    close(fd);
    return error;
  }
  errno = 0;  // readdir returns null at the end and on an error; only errno tells which
  while (const dirent* item = readdir(directory.get())) {
    const std::string_view name = item->d_name;
    if (name != "." && name != "..")
      names->push_back(std::string(name).append(item->d_type == DT_DIR ? "/" : ""));
    errno = 0;
  }
  if (errno != 0) return errno;
  // readdir's order is the file system's. Pages come in that of their URLs, in which a segment
  // holds them: the pages in a folder `a` stand behind `a-b.html`, since a slash is after a hyphen.
  std::sort(names->begin(), names->end(), std::greater<>());
  for (std::string& name : *names) {
    if (name.ends_with('/')) name.pop_back();
  }
  return 0;
}

}  // namespace

bool IsUnreadable(int error) {
  return error == EACCES || error == EPERM || error == ENOENT || error == ENOTDIR ||
         error == ELOOP || error == ENAMETOOLONG;
}

Result<DirectoryWalk> DirectoryWalk::Open(std::string root) {
  if (!root.ends_with('/')) root += '/';
  DirectoryWalk walk(std::move(root));
  walk.folders_.emplace_back();
  // The root may be a link, because the user has named it.
  const int error = ListNames(walk.root_, 0, &walk.folders_.back().names);
  if (error != 0) return InputError(error, walk.root_);
  return walk;
}

Result<bool> DirectoryWalk::Next(WalkEntry* entry) {
  while (!folders_.empty()) {
    Folder& folder = folders_.back();
    if (folder.names.empty()) {
      folders_.pop_back();
      continue;
    }
    *entry = WalkEntry();
    entry->path = folder.path + folder.names.back();
    folder.names.pop_back();
    THRESH_ASSIGN_OR_RETURN(const bool is_entry, Visit(entry));
    if (is_entry) return true;
  }
  return false;
}

// Returns false for a folder, after it has been opened.
Result<bool> DirectoryWalk::Visit(WalkEntry* entry) {
  const std::string full = root_ + entry->path;
  struct stat info {};
  // lstat and not stat: a link is an entry and is never followed.
  int error = lstat(full.c_str(), &info) == 0 ? 0 : errno;
  if (error == 0 && S_ISDIR(info.st_mode)) {
    Folder folder{entry->path + "/", {}};
    error = ListNames(full, O_NOFOLLOW, &folder.names);
    if (error == 0) {
      folders_.push_back(std::move(folder));
      return false;
    }
  }
  if (error != 0) {
    if (!IsUnreadable(error)) return InputError(error, full);
    entry->kind = WalkEntry::Kind::kUnreadable;
    entry->why = std::strerror(error);
  } else if (S_ISREG(info.st_mode)) {
    entry->size = static_cast<std::uint64_t>(info.st_size);
  } else {
    entry->kind = S_ISLNK(info.st_mode) ? WalkEntry::Kind::kSymlink : WalkEntry::Kind::kSpecial;
  }
  return true;
}

}  // namespace thresh
