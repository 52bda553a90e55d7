#include "indexer/page/straight/tag_names.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace thresh::straight {
namespace {

constexpr std::size_t kKeyBytes = 8;

// The name as a number, without letter case. Only letters change under 0x20 among the bytes that
// names of known tags have, so no other name gets the number of a known one: the bytes that would
// (control characters) never arrive, because the decoder replaces them.
std::uint64_t KeyOf(std::string_view name, const char* page_end) {
  constexpr std::uint64_t kFold = 0x2020202020202020;
  const std::uint64_t mask =
      name.size() < kKeyBytes ? (std::uint64_t{1} << (8 * name.size())) - 1 : ~std::uint64_t{0};
  std::uint64_t key = 0;
  if (page_end - name.data() >= static_cast<std::ptrdiff_t>(kKeyBytes)) {
    // Reading a fixed number of bytes takes one instruction.
    std::memcpy(&key, name.data(), kKeyBytes);
  } else {
    std::memcpy(&key, name.data(), name.size());
  }
  if constexpr (std::endian::native == std::endian::big) key = __builtin_bswap64(key);
  return (key | kFold) & mask;
}

// Open addressing; a slot without a key is free.
class TagNames {
 public:
  TagNames() {
    for (int tag = 0; tag < GUMBO_TAG_UNKNOWN; ++tag) {
      const std::string_view name = gumbo_normalized_tagname(static_cast<GumboTag>(tag));
      if (name.empty() || name.size() > kKeyBytes) continue;
      const std::uint64_t key = KeyOf(name, name.data() + name.size());
      std::size_t at = SlotOf(key);
      while (slots_[at].key != 0) at = (at + 1) % slots_.size();
      slots_[at] = {key, static_cast<GumboTag>(tag)};
    }
  }

  GumboTag Find(std::uint64_t key) const {
    for (std::size_t at = SlotOf(key); slots_[at].key != 0; at = (at + 1) % slots_.size()) {
      if (slots_[at].key == key) return slots_[at].tag;
    }
    return GUMBO_TAG_UNKNOWN;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    GumboTag tag = GUMBO_TAG_UNKNOWN;
  };
  static std::size_t SlotOf(std::uint64_t key) { return (key * 0x9e3779b97f4a7c15ULL) >> 54U; }

  std::array<Slot, 1024> slots_;
};

}  // namespace

GumboTag TagOf(std::string_view name, const char* page_end) {
  static const TagNames names;
  if (name.size() > kKeyBytes)
    return gumbo_tagn_enum(name.data(), static_cast<unsigned>(name.size()));
  return names.Find(KeyOf(name, page_end));
}

}  // namespace thresh::straight
