// DenseIds: numbers 64-bit keys 0, 1, 2 ... in the order of their first appearance. Open addressing, keys
// beside their numbers: one probe touches one cache line.
//
// Thread rule: as its owner's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace thresh {

class DenseIds {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  static std::uint64_t Pair(std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32 | low; }

  // The key's number; the next one for a new key.
  std::uint32_t Add(std::uint64_t key) {
    if (3 * (size_ + 1) > 2 * slots_.size()) Grow();
    Slot& slot = SlotOf(key);
    if (slot.id == kNone) slot = {key, size_++};
    return slot.id;
  }
  std::uint32_t Find(std::uint64_t key) const { return slots_.empty() ? kNone : SlotOf(key).id; }

  // Asks the memory for what Add(key) will look at. Inlined by force: a compiler takes a call for one without
  // effect.
  [[gnu::always_inline]] void Prefetch(std::uint64_t key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[Place(key)]);
  }

  std::uint32_t size() const { return size_; }
  std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

  std::vector<std::uint64_t> Keys() const {  // by number
    std::vector<std::uint64_t> keys(size_);
    for (const Slot& slot : slots_) {
      if (slot.id != kNone) keys[slot.id] = slot.key;
    }
    return keys;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t id = kNone;
  };

  std::size_t Place(std::uint64_t key) const {
    return static_cast<std::size_t>(((key ^ key >> 32) * 0x9E3779B97F4A7C15U) >> shift_);
  }
  const Slot& SlotOf(std::uint64_t key) const {
    std::size_t at = Place(key);
    while (slots_[at].id != kNone && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  Slot& SlotOf(std::uint64_t key) {
    std::size_t at = Place(key);
    while (slots_[at].id != kNone && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    --shift_;
    if (old.empty()) shift_ = 64 - 6;
    for (const Slot& slot : old) {
      if (slot.id != kNone) SlotOf(slot.key) = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two, at most two thirds full
  std::uint32_t size_ = 0;
  unsigned shift_ = 64;
};

}  // namespace thresh
