// Packer: bytes in, compressed bytes out, at a fixed level and without a date, so that equal bytes
// give equal files. An OutFile owns one. Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace thresh {

class Packer {
 public:
  virtual ~Packer() = default;
  // Appends what it has ready to `out`.
  virtual void Pack(std::string_view bytes, std::string* out) = 0;
  // Ends the gzip member or zstd frame. Does nothing if no byte came since the last end.
  virtual void End(std::string* out) = 0;
};

// By the ending of a file's name: .gz, .zst or neither.
std::unique_ptr<Packer> MakePacker(std::string_view name);

}  // namespace thresh
