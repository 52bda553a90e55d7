// The alphabet of every format that we write: varints, big-endian keys, length-prefixed strings.
// Put* append; ByteReader reads foreign bytes: it never runs over the end, and after the first
// short or overlong read ok() stays false and every value is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace thresh {

inline void PutU8(std::string* out, std::uint8_t v) { out->push_back(static_cast<char>(v)); }
inline void PutBig32(std::string* out, std::uint32_t v) {
  for (int shift = 24; shift >= 0; shift -= 8)
    out->push_back(static_cast<char>((v >> shift) & 0xff));
}
inline void PutBig64(std::string* out, std::uint64_t v) {
  for (int shift = 56; shift >= 0; shift -= 8)
    out->push_back(static_cast<char>((v >> shift) & 0xff));
}
inline void PutVarint(std::string* out, std::uint64_t v) {
  while (v >= 0x80) {
    out->push_back(static_cast<char>(v | 0x80));
    v >>= 7;
  }
  out->push_back(static_cast<char>(v));
}
inline void PutString(std::string* out, std::string_view s) {
  PutVarint(out, s.size());
  out->append(s);
}

// The same where room has been made, and of bytes that have been checked.
inline constexpr std::size_t kMostVarintBytes = 10;
inline char* WriteVarint(char* at, std::uint64_t v) {
  for (; v >= 0x80; v >>= 7) *at++ = static_cast<char>(v | 0x80);
  *at++ = static_cast<char>(v);
  return at;
}
inline std::uint64_t TakeVarint(const char** at) {
  std::uint64_t v = static_cast<unsigned char>(*(*at)++);
  if (v < 0x80) return v;
  v &= 0x7f;
  for (unsigned shift = 7;; shift += 7) {
    const auto c = static_cast<unsigned char>(*(*at)++);
    v |= std::uint64_t{c & 0x7fU} << shift;
    if (c < 0x80) return v;
  }
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes)
      : at_(reinterpret_cast<const unsigned char*>(bytes.data())), end_(at_ + bytes.size()) {}

  bool ok() const { return ok_; }
  bool done() const { return at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  std::uint8_t U8() { return Have(1) ? *at_++ : std::uint8_t{0}; }
  std::uint32_t Big32() { return static_cast<std::uint32_t>(Big(4)); }
  std::uint64_t Big64() { return Big(8); }
  std::uint64_t Varint() {
    std::uint64_t v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (!Have(1)) return 0;
      const unsigned char c = *at_++;
      if (shift == 63 && c > 1) break;  // over 64 bits
      v |= std::uint64_t{c & 0x7fU} << shift;
      if (c < 0x80) return v;
    }
    ok_ = false;
    return 0;
  }
  // A varint that must fit 32 bits.
  std::uint32_t Varint32() {
    const std::uint64_t v = Varint();
    if (v > 0xffffffffU) ok_ = false;
    return ok_ ? static_cast<std::uint32_t>(v) : 0;
  }
  std::string_view Bytes(std::size_t n) {
    if (!Have(n)) return {};
    const std::string_view s(reinterpret_cast<const char*>(at_), n);
    at_ += n;
    return s;
  }
  std::string_view String() { return Bytes(static_cast<std::size_t>(Varint())); }

 private:
  bool Have(std::size_t n) {
    if (!ok_ || left() < n) {
      ok_ = false;
      at_ = end_;
    }
    return ok_;
  }
  std::uint64_t Big(std::size_t n) {
    std::uint64_t v = 0;
    if (!Have(n)) return 0;
    while (n-- > 0) v = (v << 8) | *at_++;
    return v;
  }

  const unsigned char* at_;
  const unsigned char* end_;
  bool ok_ = true;
};

}  // namespace thresh
