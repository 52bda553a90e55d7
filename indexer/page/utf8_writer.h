// Appends one code point as UTF-8. Surrogates and values over 10FFFF become U+FFFD.
#pragma once

#include <string>

namespace thresh {

inline void PutUtf8(char32_t c, std::string* out) {
  const auto put = [out](char32_t byte) { out->push_back(static_cast<char>(byte)); };
  if (c < 0x80) return put(c);
  if (c < 0x800) return put(0xc0 | (c >> 6)), put(0x80 | (c & 0x3f));
  if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) c = U'\uFFFD';
  if (c < 0x10000)
    return put(0xe0 | (c >> 12)), put(0x80 | ((c >> 6) & 0x3f)), put(0x80 | (c & 0x3f));
  put(0xf0 | (c >> 18)), put(0x80 | ((c >> 12) & 0x3f)), put(0x80 | ((c >> 6) & 0x3f)),
      put(0x80 | (c & 0x3f));
}

}  // namespace thresh
