// ScratchFile: bytes that are written once, read back at any place, and never found by anybody
// else: the file has lost its name before the first byte is written, so it goes with the process.
// Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/status.h"

namespace thresh {

class ScratchFile {
 public:
  // A new file in `folder`.
  static Result<ScratchFile> Create(const std::string& folder);
  ~ScratchFile();
  ScratchFile(ScratchFile&& other) noexcept;
  ScratchFile& operator=(ScratchFile&& other) noexcept;

  std::uint64_t bytes() const { return bytes_; }
  Status Append(std::string_view bytes);
  // Exactly `n` bytes from `at` on, all of them appended before.
  Status Read(std::uint64_t at, std::size_t n, std::string* bytes) const;

 private:
  ScratchFile(std::string folder, int fd) : folder_(std::move(folder)), fd_(fd) {}
  Status Failed(int error, const char* what) const;

  std::string folder_;
  int fd_;
  std::uint64_t bytes_ = 0;
};

}  // namespace thresh
