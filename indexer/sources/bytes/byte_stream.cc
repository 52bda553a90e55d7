#include "indexer/sources/bytes/byte_stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace thresh {
namespace {

// The size of a regular file. Files of /proc say 0 although they have bytes, so 0 means unknown.
std::optional<std::uint64_t> RegularSize(int fd) {
  struct stat info {};
  if (fstat(fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) return std::nullopt;
  return static_cast<std::uint64_t>(info.st_size);
}

}  // namespace

Status InputError(int error, const std::string& file) {
  // These four errors mean a wrong name or missing rights, which the user can mend. All others are
  // failed reads.
  const bool missing = error == ENOENT || error == ENOTDIR || error == EACCES || error == EPERM;
  return Status(missing ? Code::kMissing : Code::kIo,
                "cannot read " + file + ": " + std::strerror(error));
}

FileStream::FileStream(int fd, std::string file, std::optional<std::uint64_t> size)
    : fd_(fd), file_(std::move(file)), size_(size) {}

FileStream::~FileStream() { close(fd_); }

Result<std::unique_ptr<FileStream>> FileStream::Open(const std::string& file) {
  const bool standard_input = file == "-";
  // The destructor closes its descriptor, so standard input is read through a copy.
  const int fd = standard_input ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                : open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const std::string name = standard_input ? "standard input" : file;
  if (fd < 0) return InputError(errno, name);
  // Standard input may already be partly read, so the size of its file does not say what is left.
  return std::make_unique<FileStream>(fd, name, standard_input ? std::nullopt : RegularSize(fd));
}

Result<std::unique_ptr<FileStream>> FileStream::OpenSlice(const std::string& file,
                                                          std::uint64_t begin, std::uint64_t size) {
  THRESH_ASSIGN_OR_RETURN(auto stream, Open(file));
  // Offsets come from archives, and archives lie.
  begin = std::min(begin, stream->bytes_total());
  size = std::min(size, stream->bytes_total() - begin);
  if (lseek(stream->fd_, static_cast<off_t>(begin), SEEK_SET) < 0) return InputError(errno, file);
  stream->size_ = size;
  stream->is_slice_ = true;
  return stream;
}

Result<Chunk> FileStream::Read(char* to, std::size_t size) {
  // A whole file is read to its end, even if it has grown since it was opened.
  if (is_slice_) size = static_cast<std::size_t>(std::min<std::uint64_t>(size, *size_ - done_));
  // A signal that arrives before the first byte makes read() fail with EINTR. The file is well.
  ssize_t got = 0;
  do {
    got = read(fd_, to, size);
  } while (got < 0 && errno == EINTR);
  if (got < 0) return InputError(errno, file_);
  done_ += static_cast<std::uint64_t>(got);
  return Chunk{static_cast<std::size_t>(got), Edge::kNone};
}

std::optional<std::uint64_t> FileStream::bytes_left() const {
  if (!size_) return std::nullopt;
  // A file that grows while it is read has more bytes done than its size said.
  return *size_ - std::min(done_, *size_);
}

}  // namespace thresh
