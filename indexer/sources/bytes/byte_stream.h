// ByteStream: where bytes come from. A file, standard input or a slice of a file (a zip entry); or
// a decompressor over one of these (member_stream.h). Nothing here holds more than the caller's
// buffer.
//
// Compressed streams consist of members; their borders are told to the reader, because an archive
// starts its records at them and because what follows a broken member does not continue what stood
// before it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/base/status.h"

namespace thresh {

enum class Edge {
  kNone,    // goes on where the last bytes ended
  kMember,  // a new compressed member starts
  kBreak,   // something was lost in between
};

struct Chunk {
  std::size_t size = 0;       // 0: the stream has ended
  Edge before = Edge::kNone;  // what lies between the previous chunk and this one
};

class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // Up to `size` bytes, at least one unless the stream has ended. A Status is a failed read of the
  // file below.
  virtual Result<Chunk> Read(char* to, std::size_t size) = 0;
  // How much is still to come, where that is known without reading it.
  virtual std::optional<std::uint64_t> bytes_left() const { return std::nullopt; }
};

class FileStream : public ByteStream {
 public:
  // "-" is standard input. kMissing where there is no such file or it may not be read, kIo for all
  // else.
  static Result<std::unique_ptr<FileStream>> Open(const std::string& file);
  // `size` bytes from `begin` of a seekable file, as far as it has them.
  static Result<std::unique_ptr<FileStream>> OpenSlice(const std::string& file, std::uint64_t begin,
                                                       std::uint64_t size);
  FileStream(int fd, std::string file, std::optional<std::uint64_t> size);
  ~FileStream() override;
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;

  Result<Chunk> Read(char* to, std::size_t size) override;
  std::optional<std::uint64_t> bytes_left() const override;

  std::uint64_t bytes_done() const { return done_; }
  std::uint64_t bytes_total() const { return size_.value_or(0); }

 private:
  int fd_;
  std::string file_;
  std::optional<std::uint64_t> size_;  // nothing for pipes and devices
  bool is_slice_ = false;
  std::uint64_t done_ = 0;
};

// kMissing (no such file, may not be read) or kIo: "cannot read FILE: Input/output error".
Status InputError(int error, const std::string& file);

}  // namespace thresh
