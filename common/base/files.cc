#include "common/base/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace thresh {
namespace {

// HashFile reads segments of any size, so this bounds its memory.
constexpr std::size_t kReadBytes = 256 * 1024;

// Opens with O_CLOEXEC, because a comparison starts builds as child processes, which must not
// inherit these files.
class Descriptor {
 public:
  Descriptor(const std::string& file, int flags)
      : fd_(::open(file.c_str(), flags | O_CLOEXEC, 0644)) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  // Some file systems report a failed write only here.
  int Close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

// A file that may not be read is missing to the caller; ErrnoStatus would say "cannot create".
Status ReadError(const std::string& file) {
  const int error = errno;
  if (error == EACCES || error == EPERM || error == EISDIR) {
    return Status(Code::kMissing,
                  "cannot read " + file + ": " + std::generic_category().message(error));
  }
  return ErrnoStatus(error, "cannot read", file);
}

// A missing folder is output that cannot be created. ErrnoStatus would call it missing input.
Status WriteError(const std::string& file) {
  const int error = errno;
  if (error == ENOENT || error == ENOTDIR) {
    return Status(Code::kCannotCreate,
                  "cannot write " + file + ": " + std::generic_category().message(error));
  }
  return ErrnoStatus(error, "cannot write", file);
}

// Hands the file's bytes to `take` piece by piece.
template <typename Take>
Status ReadPieces(const Descriptor& fd, const std::string& file, Take take) {
  if (fd.get() < 0) return ReadError(file);
  const auto buffer = std::make_unique_for_overwrite<char[]>(kReadBytes);
  while (true) {
    const ssize_t n = ::read(fd.get(), buffer.get(), kReadBytes);
    // A signal that arrives before the first byte ends the call and is no error.
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ReadError(file);
    if (n == 0) return {};
    take(std::string_view(buffer.get(), static_cast<std::size_t>(n)));
  }
}

// A rename would put a file in the place of /dev/null.
Status CheckReplaceable(const std::string& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0 || S_ISREG(info.st_mode)) return {};
  return Status(Code::kCannotCreate, "cannot write " + file + ": it is no plain file");
}

// One write() may take only a part of the bytes.
Status WriteAll(int fd, std::string_view bytes, const std::string& file) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return WriteError(file);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

// fsync needs no right to write, and a folder cannot be opened for writing.
Status SyncPath(const std::string& path, int flags) {
  const Descriptor fd(path, O_RDONLY | flags);
  if (fd.get() < 0) return ReadError(path);
  if (::fsync(fd.get()) != 0) return ErrnoStatus(errno, "cannot write", path);
  return {};
}

std::string ParentOf(const std::string& file) {
  const std::string parent = std::filesystem::path(file).parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace

Result<std::string> ReadFile(const std::string& file) {
  std::string bytes;
  THRESH_RETURN_IF_ERROR(ReadPieces(Descriptor(file, O_RDONLY), file,
                                    [&](std::string_view piece) { bytes += piece; }));
  return bytes;
}

Result<std::optional<std::string>> ReadFileIfThere(const std::string& file) {
  // open() tells a missing file from a disk that fails, and no question comes before it.
  const Descriptor fd(file, O_RDONLY);
  if (fd.get() < 0 && errno == ENOENT) return std::optional<std::string>();
  std::string bytes;
  THRESH_RETURN_IF_ERROR(ReadPieces(fd, file, [&](std::string_view piece) { bytes += piece; }));
  return std::optional(std::move(bytes));
}

Result<bool> IsThere(const std::string& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  return ReadError(file);
}

bool FileExists(const std::string& file) {
  Result<bool> there = IsThere(file);
  return !there.ok() || *there;
}

Result<std::unique_ptr<DurableFile>> DurableFile::Create(const std::string& file) {
  THRESH_RETURN_IF_ERROR(CheckReplaceable(file));
  auto made = std::make_unique<DurableFile>(file);
  // The new file stands in the same folder, because rename() works within one file system only.
  made->fd_ = ::open(made->Beside().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (made->fd_ < 0) {
    // The destructor must not remove what somebody else has there.
    made->committed_ = true;
    return WriteError(made->Beside());
  }
  return made;
}

DurableFile::~DurableFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!committed_) ::unlink(Beside().c_str());
}

Status DurableFile::Append(std::string_view bytes) { return WriteAll(fd_, bytes, Beside()); }

Status DurableFile::Sync() {
  // Without fsync a crash after the rename could leave an empty file under the final name.
  if (::fsync(fd_) != 0) return WriteError(Beside());
  // Some file systems report a failed write only here.
  if (::close(std::exchange(fd_, -1)) != 0) return WriteError(Beside());
  return {};
}

Status DurableFile::Commit() {
  if (::rename(Beside().c_str(), file_.c_str()) != 0) return WriteError(file_);
  committed_ = true;
  // The new name survives a crash only after the folder is synced.
  return SyncDirectory(ParentOf(file_));
}

Status WriteFileDurably(const std::string& file, std::string_view bytes) {
  THRESH_ASSIGN_OR_RETURN(const std::unique_ptr<DurableFile> out, DurableFile::Create(file));
  THRESH_RETURN_IF_ERROR(out->Append(bytes));
  THRESH_RETURN_IF_ERROR(out->Sync());
  return out->Commit();
}

Status AppendToFile(const std::string& file, std::string_view bytes) {
  Descriptor fd(file, O_WRONLY | O_CREAT | O_APPEND);
  if (fd.get() < 0) return WriteError(file);
  THRESH_RETURN_IF_ERROR(WriteAll(fd.get(), bytes, file));
  return fd.Close() == 0 ? Status() : WriteError(file);
}

Status CheckWritable(const std::string& file) {
  THRESH_RETURN_IF_ERROR(CheckReplaceable(file));
  // A rename needs the right to change the folder, whatever the rights of the file are.
  return ::access(ParentOf(file).c_str(), W_OK | X_OK) == 0 ? Status() : WriteError(file);
}

Status SyncFile(const std::string& file) { return SyncPath(file, 0); }

Status SyncDirectory(const std::string& directory) { return SyncPath(directory, O_DIRECTORY); }

Status MakeDirectory(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (!error && std::filesystem::is_directory(directory, error)) return {};
  const Code code = error == std::errc::no_space_on_device || error == std::errc::io_error
                        ? Code::kIo
                        : Code::kCannotCreate;
  const std::string cause = error ? error.message() : "a file of this name is in the way";
  return Status(code, "cannot create folder " + directory + ": " + cause);
}

Status RemoveTree(const std::string& path) {
  std::error_code error;
  std::filesystem::remove_all(path, error);
  if (!error || error == std::errc::no_such_file_or_directory) return {};
  return Status(Code::kIo, "cannot remove " + path + ": " + error.message());
}

Result<std::vector<std::string>> ListDirectory(const std::string& directory) {
  struct Closer {
    void operator()(DIR* dir) const { ::closedir(dir); }
  };
  const std::unique_ptr<DIR, Closer> dir(::opendir(directory.c_str()));
  if (dir == nullptr) return ReadError(directory);
  std::vector<std::string> names;
  // readdir() returns null at the end and on an error. Only errno tells the two apart, so it is
  // cleared before every call.
  errno = 0;
  while (const dirent* entry = ::readdir(dir.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  if (errno != 0) return ReadError(directory);
  // The file system decides the order of readdir(). Callers get the same order everywhere.
  std::sort(names.begin(), names.end());
  return names;
}

Result<PlacedFile> PlacedFile::Open(const std::string& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ReadError(file);
  PlacedFile opened(file, fd, 0);
  struct stat info {};
  if (::fstat(fd, &info) != 0) return ReadError(file);
  opened.bytes_ = static_cast<std::uint64_t>(info.st_size);
  return opened;
}

PlacedFile::PlacedFile(PlacedFile&& other) noexcept
    : file_(std::move(other.file_)), fd_(std::exchange(other.fd_, -1)), bytes_(other.bytes_) {}

PlacedFile::~PlacedFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<std::string> PlacedFile::Read(std::uint64_t at, std::size_t n) const {
  // A damaged size must not ask for more memory than the file has bytes.
  if (at > bytes_ || n > bytes_ - at) return Status(Code::kUnusable, file_ + " is too short");
  std::string bytes(n, '\0');
  for (std::size_t read = 0; read < n;) {
    const ssize_t got = ::pread(fd_, bytes.data() + read, n - read, static_cast<off_t>(at + read));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ReadError(file_);
    if (got == 0) return Status(Code::kUnusable, file_ + " is too short");
    read += static_cast<std::size_t>(got);
  }
  return bytes;
}

Result<Hash128> HashFile(const std::string& file, std::uint64_t* bytes) {
  Hasher128 hasher;
  *bytes = 0;
  THRESH_RETURN_IF_ERROR(ReadPieces(Descriptor(file, O_RDONLY), file, [&](std::string_view piece) {
    hasher.Bytes(piece);
    *bytes += piece.size();
  }));
  return hasher.Finish();
}

}  // namespace thresh
