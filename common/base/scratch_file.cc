#include "common/base/scratch_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace thresh {

// The name is gone at once. A process that is killed in between leaves an empty file, which goes
// with the folder of the work in progress.
Result<ScratchFile> ScratchFile::Create(const std::string& folder) {
  const std::string name = folder + "/scratch";
  const int fd = ::open(name.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return ErrnoStatus(errno, "cannot write", name);
  ScratchFile file(folder, fd);
  if (::unlink(name.c_str()) != 0) return file.Failed(errno, "cannot remove");
  return file;
}

ScratchFile::ScratchFile(ScratchFile&& other) noexcept
    : folder_(std::move(other.folder_)), fd_(std::exchange(other.fd_, -1)), bytes_(other.bytes_) {}

ScratchFile& ScratchFile::operator=(ScratchFile&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(fd_, other.fd_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

ScratchFile::~ScratchFile() {
  if (fd_ >= 0) ::close(fd_);
}

Status ScratchFile::Failed(int error, const char* what) const {
  return ErrnoStatus(error, what, folder_ + "/scratch");
}

Status ScratchFile::Append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(bytes_));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return Failed(put < 0 ? errno : EIO, "cannot write");
    bytes_ += static_cast<std::uint64_t>(put);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Status ScratchFile::Read(std::uint64_t at, std::size_t n, std::string* bytes) const {
  bytes->resize(n);
  for (std::size_t read = 0; read < n;) {
    const ssize_t got = ::pread(fd_, bytes->data() + read, n - read, static_cast<off_t>(at + read));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return Failed(got < 0 ? errno : EIO, "cannot read");
    read += static_cast<std::size_t>(got);
  }
  return {};
}

}  // namespace thresh
