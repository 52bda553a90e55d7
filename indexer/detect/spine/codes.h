// Codes: the alphabet of the spine detector's log. The lowest two bits of a code say what it is,
// the next two how many bytes it has, the others are its value, least byte first: one is taken
// without a branch, since most of judging is reading them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "common/base/bytes.h"

namespace thresh {

enum class CodeKind : std::uint8_t { kClose, kElement, kText, kGap };

struct LogCode {
  CodeKind kind = CodeKind::kClose;
  std::uint32_t value = 0;
};

inline constexpr std::size_t kMostCodeBytes = 5;
inline constexpr std::size_t kCodePad = 8;  // bytes that must be there after the last code
inline constexpr std::array<std::uint8_t, 4> kCodeBytes = {1, 2, 3, kMostCodeBytes};

// Steps to and fro as a value: 0, -1, 1, -2 ... of 32 bits, around the end.
inline std::uint32_t ValueOfSteps(std::uint32_t steps) {
  return steps << 1 ^ (steps >> 31 == 0 ? 0 : ~0U);
}
inline std::uint32_t StepsOfValue(std::uint32_t value) { return value >> 1 ^ (0U - (value & 1)); }

// Where there is room for it; returns its end.
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

// Of bytes that are known to be sound.
inline LogCode TakeCode(const char** at) {
  static constexpr std::array<std::uint32_t, 4> kValueOf = {0xf, 0xfff, 0xfffff, 0xffffffff};
  std::uint64_t bits = 0;
  std::memcpy(&bits, *at, sizeof bits);
  if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
  const unsigned width = bits >> 2 & 3;
  *at += width + 1 +
         (width + 1) / 4;  // kCodeBytes, without a look into memory: the next code waits for it
  return {static_cast<CodeKind>(bits & 3), static_cast<std::uint32_t>(bits >> 4) & kValueOf[width]};
}

// Of foreign bytes: false where there is none, or one that WriteCode never writes.
[[nodiscard]] inline bool ReadCode(ByteReader* in, LogCode* code) {
  std::uint64_t bits = in->U8();
  const unsigned bytes = kCodeBytes[bits >> 2 & 3];
  for (unsigned i = 1; i < bytes; ++i) bits |= std::uint64_t{in->U8()} << 8 * i;
  *code = {static_cast<CodeKind>(bits & 3), static_cast<std::uint32_t>(bits >> 4)};
  return in->ok() && bits >> 4 <= 0xffffffff;
}

}  // namespace thresh
