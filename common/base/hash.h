// Hash functions. H64, Seed64 and Mix64 are those of the detectors' specification and its golden
// values (hash.json). Hash128 (XXH3) makes the keys, checksums and content digests of a store: its
// values are stored and must never change. Pure functions, safe on any thread; a Hasher128 is not
// thread-safe.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace thresh {

std::uint64_t Fnv1a64(std::string_view bytes);
std::uint64_t Mix64(std::uint64_t k);       // fmix64
std::uint64_t H64(std::string_view bytes);  // Mix64(Fnv1a64(bytes))
std::uint64_t Seed64(std::uint32_t i);      // Mix64(0x9E3779B97F4A7C15 * (i + 1))

struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
  std::string Hex() const;  // 32 digits
  // Returns false unless `hex` is exactly what Hex() writes.
  static bool FromHex(std::string_view hex, Hash128* hash);
};

Hash128 HashBytes(std::string_view bytes);         // XXH3-128
std::uint64_t FastHash64(std::string_view bytes);  // XXH3-64, for tables in memory: never stored

// The hash of bytes that come piece by piece. Field() puts the length before a string, so that
// ("ab","c") and ("a","bc") differ. Finish() may be called at any time, and more may follow it.
class Hasher128 {
 public:
  Hasher128();
  ~Hasher128();
  Hasher128(Hasher128&&) noexcept;
  Hasher128& operator=(Hasher128&&) noexcept;
  void Bytes(std::string_view bytes);
  void Field(std::string_view bytes);
  void Number(std::uint64_t number);
  Hash128 Finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace thresh

template <>
struct std::hash<thresh::Hash128> {
  std::size_t operator()(const thresh::Hash128& h) const { return static_cast<std::size_t>(h.low); }
};
