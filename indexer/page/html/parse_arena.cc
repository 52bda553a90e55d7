#include "indexer/page/html/parse_arena.h"

#include <algorithm>

namespace thresh {
namespace {

constexpr std::size_t kSlabBytes = 1u << 20;
// Slabs that survive Reset(). They are enough for all but unusual pages, and the kernel need not
// zero them again for each page.
constexpr std::size_t kKeptSlabs = 8;
// gumbo allocates nothing that needs a stricter alignment than a pointer.
constexpr std::size_t kAlignment = 8;

}  // namespace

void ParseArena::Reset() {
  // Larger slabs were made for one buffer of one page, so they are not kept.
  const auto odd = [](const Slab& slab) { return slab.bytes != kSlabBytes; };
  slabs_.erase(std::remove_if(slabs_.begin(), slabs_.end(), odd), slabs_.end());
  if (slabs_.size() > kKeptSlabs) slabs_.resize(kKeptSlabs);
  open_slabs_ = 0;
  at_ = end_ = last_ = nullptr;
  bytes_ = 0;
  expired_ = 0;
}

void* ParseArena::Allocate(void* arena, std::size_t bytes) {
  ParseArena& self = *static_cast<ParseArena*>(arena);
  const std::size_t taken = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (taken > static_cast<std::size_t>(self.end_ - self.at_)) self.OpenSlab(taken);
  self.last_ = self.at_;
  self.at_ += taken;
  return self.last_;
}

// gumbo's many short-lived buffers are freed in the order of a stack: taking back just the last one
// keeps the arena half as big.
void ParseArena::Free(void* arena, void* at) {
  ParseArena& self = *static_cast<ParseArena*>(arena);
  if (at != nullptr && at == self.last_) self.at_ = self.last_;
}

// siglongjmp runs no destructors, so this function owns nothing when it leaves. While MakeSlab is
// in malloc the signal only sets expired_: to leave malloc by a jump would leave its lock held.
void ParseArena::OpenSlab(std::size_t bytes) {
  const std::size_t wanted = std::max(bytes, kSlabBytes);
  if (bytes_ + wanted > budget_bytes_) siglongjmp(exit_, kOverMemory);
  if (open_slabs_ == slabs_.size() || slabs_[open_slabs_].bytes < wanted) {
    in_system_ = 1;
    MakeSlab(wanted);
    in_system_ = 0;
    if (expired_ != 0) siglongjmp(exit_, kOverTime);
  }
  const Slab& slab = slabs_[open_slabs_++];
  bytes_ += slab.bytes;
  at_ = slab.data.get();
  end_ = at_ + slab.bytes;
}

void ParseArena::MakeSlab(std::size_t bytes) {
  Slab slab{std::make_unique_for_overwrite<std::byte[]>(bytes), bytes};
  slabs_.insert(slabs_.begin() + static_cast<std::ptrdiff_t>(open_slabs_), std::move(slab));
}

// Without either flag no parse is under way, and no frame is left to jump to.
void ParseArena::Interrupt() {
  if (in_system_ != 0) {
    expired_ = 1;
  } else if (armed_ != 0) {
    siglongjmp(exit_, kOverTime);
  }
}

}  // namespace thresh
