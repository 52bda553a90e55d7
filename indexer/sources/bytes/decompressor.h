// Decompressor: one compressed format (gzip, zlib, raw deflate, brotli, zstd), fed and drained in
// steps. MemberStream uses it for whole files, DecodeBody for the bodies of HTTP messages. One
// decoder reads one stream at a time. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace thresh {

class Decompressor {
 public:
  enum class State {
    kMore,    // call again, with more input or more room for output
    kEnd,     // a member has ended; the bytes left in *in belong to what follows it
    kBroken,  // the bytes are not this format, or are damaged here
  };

  virtual ~Decompressor() = default;

  // Takes bytes from the front of *in, writes at most `size` bytes to `out` and their number to
  // *made. The first call starts the first member.
  // At the end of a member: returns kEnd, and Restart must precede the next call.
  // At the end of the input: returns kMore and makes nothing; only the caller can tell a cut stream
  // from a slow one.
  // On bad input: returns kBroken. Bytes that were made before the damage count; Restart must
  // precede the next call.
  virtual State Step(std::string_view* in, char* out, std::size_t size, std::size_t* made) = 0;
  // Gets ready for a new member, whatever happened before.
  virtual void Restart() = 0;
};

enum class InflateFormat { kGzip, kZlib, kRaw };
std::unique_ptr<Decompressor> MakeInflater(InflateFormat format);

std::unique_ptr<Decompressor> MakeBrotliDecoder();

// Frames that need a larger window than 2^`max_window_log` bytes count as broken. `dictionary` may
// be empty.
std::unique_ptr<Decompressor> MakeZstdDecoder(int max_window_log, std::string_view dictionary);

// RatioGuard: tells a decompression bomb from well compressed text by output bytes per input byte.
// The first megabyte of output is always allowed: little output harms nobody.
class RatioGuard {
 public:
  explicit RatioGuard(std::uint32_t max_ratio) : max_ratio_(max_ratio) {}

  void Restart() { in_ = out_ = 0; }
  void Add(std::uint64_t in, std::uint64_t out) {
    in_ += in;
    out_ += out;
  }
  bool Exceeded() const { return out_ > kFreeBytes && out_ / max_ratio_ > in_; }

 private:
  static constexpr std::uint64_t kFreeBytes = 1u << 20;
  std::uint32_t max_ratio_;
  std::uint64_t in_ = 0;
  std::uint64_t out_ = 0;
};

}  // namespace thresh
