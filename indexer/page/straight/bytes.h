// Classes of bytes, and fast searches, for the Scanner. Pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "common/base/ascii.h"

namespace thresh::straight {

// Whether `c` ends the name of a tag.
constexpr bool EndsName(char c) { return IsHtmlSpace(c) || c == '/' || c == '>'; }

inline bool AllSpace(std::string_view text) {
  for (const char c : text) {
    if (!IsHtmlSpace(c)) return false;
  }
  return true;
}

// The first `c` in [at, end), or `end`.
inline const char* Find(const char* at, const char* end, char c) {
  const void* found = std::memchr(at, c, static_cast<std::size_t>(end - at));
  return found == nullptr ? end : static_cast<const char*>(found);
}

// Bytes of `word` that are equal to `c` have their top bit set in the result. Bytes above such a
// one may, too.
constexpr std::uint64_t Equal(std::uint64_t word, char c) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  const std::uint64_t x = word ^ (kOnes * static_cast<unsigned char>(c));
  return (x - kOnes) & ~x & (kOnes << 7U);
}

// The first '<', '&' or '\r' in [at, end), or `end`: all that is not text as it stands.
inline const char* FindSpecial(const char* at, const char* end) {
  for (; end - at >= 8; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    if ((Equal(word, '<') | Equal(word, '&') | Equal(word, '\r')) != 0) break;
  }
  while (at < end && *at != '<' && *at != '&' && *at != '\r') ++at;
  return at;
}

// Whether a value has to be decoded. Most values are short, so no search pays.
inline bool HasSpecial(std::string_view value) {
  for (const char c : value) {
    if (c == '&' || c == '\r') return true;
  }
  return false;
}

}  // namespace thresh::straight
