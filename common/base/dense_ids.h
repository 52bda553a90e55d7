// DenseIds: numbers 64-bit keys 0, 1, 2 ... in the order of their first appearance. Detectors
// number what pages have in common (keys of elements, texts). The pages of a site repeat sequences
// of keys, so Add() first tries the number after the last one and probes the hash table only if
// that misses. Keys are never removed. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace thresh {

class DenseIds {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  static std::uint64_t Pair(std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
  }

  // Returns the number of the key; a new key gets the next number.
  std::uint32_t Add(std::uint64_t key) {
    const std::uint32_t id = guess_ < keys_.size() && keys_[guess_] == key ? guess_ : LookUp(key);
    guess_ = id + 1;
    return id;
  }

  // Starts to load what Add(key) will read from the table. Inlined by force, because a compiler may
  // drop a call that seems to have no effect.
  [[gnu::always_inline]] void Prefetch(std::uint64_t key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[Mix(key) >> shift_]);
  }

  // No key is added any more: gives the memory of the table back.
  void Close() { slots_ = std::vector<Slot>(); }

  std::uint32_t size() const { return static_cast<std::uint32_t>(keys_.size()); }
  std::size_t bytes() const {
    return slots_.capacity() * sizeof(Slot) + keys_.capacity() * sizeof(keys_[0]);
  }
  const std::vector<std::uint64_t>& Keys() const { return keys_; }  // by number

 private:
  // `check` is the low half of the mixed key. It settles most comparisons without a look into
  // keys_, which would be a cache miss.
  struct Slot {
    std::uint32_t id = kNone;
    std::uint32_t check = 0;
  };

  static std::uint64_t Mix(std::uint64_t key) { return (key ^ key >> 32) * 0x9E3779B97F4A7C15U; }

  std::uint32_t LookUp(std::uint64_t key) {
    if (3 * (keys_.size() + 1) > 2 * slots_.size()) Grow();
    const std::uint64_t mixed = Mix(key);
    const auto check = static_cast<std::uint32_t>(mixed);
    std::size_t at = mixed >> shift_;
    for (; slots_[at].id != kNone; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].check == check && keys_[slots_[at].id] == key) return slots_[at].id;
    }
    slots_[at] = {size(), check};
    keys_.push_back(key);
    return slots_[at].id;
  }
  void Grow() {
    shift_ = slots_.empty() ? 64 - 6 : shift_ - 1;
    const std::size_t slots = std::size_t{1} << (64 - shift_);
    slots_.clear();
    slots_.resize(slots);
    keys_.reserve(2 * slots / 3 + 1);
    for (std::uint32_t id = 0; id < keys_.size(); ++id) {
      const std::uint64_t mixed = Mix(keys_[id]);
      std::size_t at = mixed >> shift_;
      while (slots_[at].id != kNone) at = (at + 1) & (slots - 1);
      slots_[at] = {id, static_cast<std::uint32_t>(mixed)};
    }
  }

  std::vector<std::uint64_t> keys_;
  std::vector<Slot> slots_;  // a power of two, at most two thirds full
  std::uint32_t guess_ = 0;  // the last number that Add() returned, plus one
  unsigned shift_ = 64;
};

}  // namespace thresh
