// Hash functions. H64, Seed and Mix are those of the method specification (golden hash.json) and
// are what the papers' methods are tested with; Hash128 (XXH3) is what keys and digests of the
// store are made of.
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
  static bool FromHex(std::string_view hex, Hash128* hash);
};

Hash128 HashBytes(std::string_view bytes);         // XXH3-128
std::uint64_t FastHash64(std::string_view bytes);  // XXH3-64: tables in memory, never stored

// Hash of a stream. Field() frames a string with its length, so that ("ab","c") and ("a","bc")
// differ.
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
