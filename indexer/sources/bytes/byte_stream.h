// ByteStream: where bytes come from. A file, standard input or a slice of a file (a zip entry), or
// a decompressor over one of them (member_stream.h). An Input owns it and lives as long. Nothing
// here holds more memory than the caller's buffer. Not thread-safe.
//
// A compressed file consists of members. Read reports the borders between them, because an archive
// starts its records at such borders, and because the bytes after a broken member do not continue
// the bytes before it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "common/base/status.h"

namespace thresh {

enum class Edge {
  kNone,    // the bytes continue the last ones
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

  // Writes the next bytes to `to`: at least one, at most `size`. The first call starts at the
  // beginning.
  // At the end: returns a chunk of size 0, and does so again when called again.
  // On damaged compressed bytes: goes on behind the damage, and Chunk::before is kBreak.
  // On an I/O error of the file below: returns a Status that names the file. The stream must not be
  // read again.
  virtual Result<Chunk> Read(char* to, std::size_t size) = 0;
  // How many bytes are still to come. Nothing if only reading them would tell.
  virtual std::optional<std::uint64_t> bytes_left() const { return std::nullopt; }
};

class FileStream : public ByteStream {
 public:
  // "-" is standard input. kMissing if there is no such file or it may not be read, kIo for every
  // other error.
  static Result<std::unique_ptr<FileStream>> Open(const std::string& file);
  // `size` bytes from `begin` of a seekable file, or fewer if the file ends before.
  static Result<std::unique_ptr<FileStream>> OpenSlice(const std::string& file, std::uint64_t begin,
                                                       std::uint64_t size);
  // Takes over `fd`. `file` is its name in messages.
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
  std::optional<std::uint64_t> size_;  // none for pipes and devices
  bool is_slice_ = false;
  std::uint64_t done_ = 0;
};

// The status of a failed call, from its errno: kMissing if the file does not exist or may not be
// read, else kIo. The message is "cannot read FILE: Input/output error".
Status InputError(int error, const std::string& file);

}  // namespace thresh
