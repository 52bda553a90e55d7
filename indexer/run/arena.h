// Arena: the memory of one run, given out by bumping a pointer and given back all at once when the
// run is thrown away. RunTable allocates, a Run reads. Its bytes are counted. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace thresh {

class Arena {
 public:
  static constexpr std::size_t kSlabBytes = 1u << 20;

  // `alignment` is a power of two, at most that of max_align_t. The bytes are not initialised.
  std::byte* Allocate(std::size_t bytes, std::size_t alignment) {
    const std::size_t gap = (alignment - used_ % alignment) % alignment;
    if (gap + bytes > slab_bytes_ - used_) return AllocateSlow(bytes);
    std::byte* at = slab_ + used_ + gap;
    used_ += gap + bytes;
    return at;
  }

  std::string_view Copy(std::string_view text) {
    if (text.empty()) return {};
    std::byte* at = Allocate(text.size(), 1);
    std::memcpy(at, text.data(), text.size());
    return {reinterpret_cast<const char*>(at), text.size()};
  }

  // Everything given out, with the gaps and the unused ends of slabs that are closed.
  std::size_t bytes() const { return closed_bytes_ + used_; }

 private:
  // What would waste a good part of a slab gets an allocation of its own, and the open slab stays
  // open.
  std::byte* AllocateSlow(std::size_t bytes) {
    if (bytes > kSlabBytes / 4) {
      closed_bytes_ += bytes;
      return Own(bytes);
    }
    closed_bytes_ += slab_bytes_;
    slab_ = Own(kSlabBytes);
    slab_bytes_ = kSlabBytes;
    used_ = bytes;
    return slab_;
  }
  std::byte* Own(std::size_t bytes) {
    return owned_.emplace_back(std::make_unique_for_overwrite<std::byte[]>(bytes)).get();
  }

  std::vector<std::unique_ptr<std::byte[]>> owned_;
  std::byte* slab_ = nullptr;
  std::size_t slab_bytes_ = 0;
  std::size_t used_ = 0;          // of the open slab
  std::size_t closed_bytes_ = 0;  // of everything else
};

}  // namespace thresh
