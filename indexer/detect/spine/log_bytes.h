// The bytes of a site's log: ChunkedBytes holds them, codes are their alphabet. Used by log.cc
// only; log.h draws what the codes say. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.h"

namespace thresh::spine {

// Strings one after the other, in chunks that never move: growing copies nothing, and each string
// lies in one piece. Zeros follow each chunk, so that TakeCode may load 8 bytes at the last code.
class ChunkedBytes {
 public:
  static constexpr std::size_t kPad = 8;  // zeros after a chunk

  void Append(std::string_view string) {
    if (chunks_.empty() || chunks_.back().size() + string.size() > chunks_.back().capacity())
      Open(string);
    std::string& chunk = chunks_.back();
    chunk.resize(chunk.size() - kPad);
    chunk.append(string).append(kPad, '\0');
    size_ += string.size();
  }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return capacity_; }

  // In order; each chunk holds whole strings.
  std::size_t chunks() const { return chunks_.size(); }
  std::string_view chunk(std::size_t i) const {
    return std::string_view(chunks_[i]).substr(0, chunks_[i].size() - kPad);
  }

 private:
  // A chunk is as large as all chunks before it, within bounds: a crawl may have thousands of small
  // sites, and a large site should not have thousands of chunks.
  void Open(std::string_view first) {
    constexpr std::size_t kLeast = 1 << 10, kMost = 1 << 20;
    std::string& chunk = chunks_.emplace_back();
    chunk.reserve(std::max(first.size() + kPad, std::clamp(size_, kLeast, kMost)));
    chunk.append(kPad, '\0');
    capacity_ += chunk.capacity();
  }

  std::vector<std::string> chunks_;
  std::size_t size_ = 0, capacity_ = 0;
};

// A code is a kind and a value. Its lowest two bits are the kind, the next two its length, the
// others its value, least byte first. Judging a site is mostly reading codes, so TakeCode has no
// branch.
enum class CodeKind : std::uint8_t { kClose, kElement, kText, kGap };

struct LogCode {
  CodeKind kind = CodeKind::kClose;
  std::uint32_t value = 0;
};

inline constexpr std::size_t kMostCodeBytes = 5;
inline constexpr std::array<std::uint8_t, 4> kCodeBytes = {1, 2, 3, kMostCodeBytes};

// `at` has room for kMostCodeBytes. Returns the end of the code.
inline char* WriteCode(char* at, LogCode code) {
  const unsigned width = code.value < 1U << 4    ? 0
                         : code.value < 1U << 12 ? 1
                         : code.value < 1U << 20 ? 2
                                                 : 3;
  std::uint64_t bits =
      std::uint64_t{code.value} << 4 | width << 2 | static_cast<unsigned>(code.kind);
  for (unsigned left = kCodeBytes[width]; left > 0; --left, bits >>= 8)
    *at++ = static_cast<char>(bits);
  return at;
}

// Reads bytes that are known to be sound; ChunkedBytes::kPad bytes must follow the code.
inline LogCode TakeCode(const char** at) {
  static constexpr std::array<std::uint32_t, 4> kValueOf = {0xf, 0xfff, 0xfffff, 0xffffffff};
  std::uint64_t bits = 0;
  static_assert(sizeof bits <= ChunkedBytes::kPad);
  std::memcpy(&bits, *at, sizeof bits);
  if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
  const unsigned width = bits >> 2 & 3;
  // This is kCodeBytes[width] computed: the next code waits for it, and memory would be slower.
  *at += width + 1 + (width + 1) / 4;
  return {static_cast<CodeKind>(bits & 3), static_cast<std::uint32_t>(bits >> 4) & kValueOf[width]};
}

// Reads foreign bytes. Returns false at their end and for a code that WriteCode never writes.
[[nodiscard]] inline bool ReadCode(ByteReader* in, LogCode* code) {
  std::uint64_t bits = in->U8();
  const unsigned bytes = kCodeBytes[bits >> 2 & 3];
  for (unsigned i = 1; i < bytes; ++i) bits |= std::uint64_t{in->U8()} << 8 * i;
  *code = {static_cast<CodeKind>(bits & 3), static_cast<std::uint32_t>(bits >> 4)};
  return in->ok() && bits >> 4 <= 0xffffffff;
}

}  // namespace thresh::spine
