#include "common/base/hash.h"

// Most of what is hashed is short: a call would cost as much as the hash.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>

#include "common/base/check.h"
#include "common/base/numbers.h"

namespace thresh {

// FNV-1a of Fowler, Noll and Vo, with their offset basis and prime for 64 bits.
std::uint64_t Fnv1a64(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

// The finaliser of MurmurHash3 (Appleby). H64 needs it, because the last byte of a text reaches
// only some bits of an FNV hash.
std::uint64_t Mix64(std::uint64_t k) {
  k ^= k >> 33;
  k *= 0xff51afd7ed558ccdU;
  k ^= k >> 33;
  k *= 0xc4ceb9fe1a85ec53U;
  k ^= k >> 33;
  return k;
}

std::uint64_t H64(std::string_view bytes) { return Mix64(Fnv1a64(bytes)); }

// The constant is 2^64 divided by the golden ratio, as in SplitMix64 (Steele, Lea, Flood 2014). It
// is multiplied by i + 1, because Mix64 maps 0 to 0.
std::uint64_t Seed64(std::uint32_t i) {
  return Mix64(0x9E3779B97F4A7C15U * (std::uint64_t{i} + 1));
}

std::string Hash128::Hex() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex(32, '0');
  for (std::size_t i = 0; i < 16; ++i) {
    hex[i] = kDigits[(high >> (60 - 4 * i)) & 15];
    hex[16 + i] = kDigits[(low >> (60 - 4 * i)) & 15];
  }
  return hex;
}

bool Hash128::FromHex(std::string_view hex, Hash128* hash) {
  if (hex.size() != 32) return false;
  if (!ParseNumber(hex.substr(0, 16), &hash->high, 16) ||
      !ParseNumber(hex.substr(16), &hash->low, 16)) {
    return false;
  }
  // Only one spelling counts: a bit that flips `a` to `A` in a manifest must be noticed.
  return hash->Hex() == hex;
}

Hash128 HashBytes(std::string_view bytes) {
  const XXH128_hash_t h = XXH3_128bits(bytes.data(), bytes.size());
  return {h.high64, h.low64};
}

std::uint64_t FastHash64(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

// The state of XXH3 must be aligned to 64 bytes. XXH3_createState() sees to that.
struct Hasher128::State {
  struct Free {
    void operator()(XXH3_state_t* s) const { XXH3_freeState(s); }
  };
  std::unique_ptr<XXH3_state_t, Free> xxh{XXH3_createState()};
};

Hasher128::Hasher128() : state_(std::make_unique<State>()) {
  THRESH_CHECK(state_->xxh != nullptr);
  XXH3_128bits_reset(state_->xxh.get());
}
Hasher128::~Hasher128() = default;
Hasher128::Hasher128(Hasher128&&) noexcept = default;
Hasher128& Hasher128::operator=(Hasher128&&) noexcept = default;

void Hasher128::Bytes(std::string_view bytes) {
  XXH3_128bits_update(state_->xxh.get(), bytes.data(), bytes.size());
}

void Hasher128::Field(std::string_view bytes) {
  Number(bytes.size());
  Bytes(bytes);
}

void Hasher128::Number(std::uint64_t number) {
  // Little-endian on every machine, because digests are stored and compared.
  std::array<char, 8> le{};
  for (std::size_t i = 0; i < 8; ++i) le[i] = static_cast<char>((number >> (8 * i)) & 0xff);
  Bytes({le.data(), le.size()});
}

Hash128 Hasher128::Finish() const {
  const XXH128_hash_t h = XXH3_128bits_digest(state_->xxh.get());
  return {h.high64, h.low64};
}

}  // namespace thresh
