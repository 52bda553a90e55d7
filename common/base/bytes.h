// Bytes: the alphabet of every format that Thresh writes. Numbers are varints (7 bits a byte, the
// lowest first), zigzag varints (small steps either way) or big-endian (keys that sort); strings
// have their length in front. coder.h builds records out of these.
//
// The Put functions append to a string. ByteReader takes the values back from bytes that may be
// damaged; TakeVarint does the same, faster, from bytes that have been checked.
#pragma once

#include <bit>
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

// Writes a varint where the caller has made room for VarintBytes(v) bytes; returns the end. `Byte`
// is char or unsigned char.
inline constexpr std::size_t kMostVarintBytes = 10;
constexpr std::size_t VarintBytes(std::uint64_t v) {
  return (static_cast<std::size_t>(std::bit_width(v | 1U)) + 6) / 7;
}
template <typename Byte>
Byte* WriteVarint(Byte* at, std::uint64_t v) {
  for (; v >= 0x80; v >>= 7) *at++ = static_cast<Byte>(v | 0x80);
  *at++ = static_cast<Byte>(v);
  return at;
}
// Reads a varint and moves *at behind it. Nothing is checked: the bytes must be our own, in memory
// or behind a checksum that has been compared.
template <typename Byte>
std::uint64_t TakeVarint(const Byte** at) {
  std::uint64_t v = static_cast<unsigned char>(*(*at)++);
  if (v < 0x80) return v;  // most numbers are small
  v &= 0x7f;
  for (unsigned shift = 7;; shift += 7) {
    const auto c = static_cast<unsigned char>(*(*at)++);
    v |= std::uint64_t{c & 0x7fU} << shift;
    if (c < 0x80) return v;
  }
}

// Zigzag: a step forth or back as a number that is small if the step is short: 0, -1, 1, -2 ...
// become 0, 1, 2, 3 ... Steps modulo 2^32 go through their 32 low bits.
constexpr std::uint64_t Zigzag(std::int64_t step) {
  return static_cast<std::uint64_t>(step) << 1 ^ static_cast<std::uint64_t>(step >> 63);
}
constexpr std::int64_t Unzigzag(std::uint64_t folded) {
  return static_cast<std::int64_t>(folded >> 1 ^ (0U - (folded & 1)));
}
constexpr std::uint32_t Zigzag32(std::uint32_t step) {
  return static_cast<std::uint32_t>(Zigzag(static_cast<std::int32_t>(step)));
}
constexpr std::uint32_t Unzigzag32(std::uint32_t folded) {
  return static_cast<std::uint32_t>(Unzigzag(folded));
}

// Reads values out of bytes that may be cut short or damaged, and never past their end. The first
// read that fails (too few bytes, a varint over 64 bits) makes ok() false for good; that read and
// every later one return 0 or an empty string. Reading at the end is such a failure: ask done()
// first. The bytes must outlive the reader and the strings that it returns. Not thread-safe.
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
