#include "indexer/page/parse_arena.h"

#include <algorithm>

#include "indexer/page/thread_clock.h"

namespace thresh {
namespace {

constexpr std::size_t kSlabBytes = 1u << 20;
// Slabs that survive Reset(): enough for all but odd pages, so that the kernel need not zero them anew.
constexpr std::size_t kKeptSlabs = 8;
constexpr std::size_t kAlignment = 8;
// A look at the clock costs as much as a dozen allocations.
constexpr unsigned kAllocationsPerLook = 512;

}  // namespace

void ParseArena::Reset() {
  const auto kept = slabs_.begin() + static_cast<std::ptrdiff_t>(std::min(kKeptSlabs, slabs_.size()));
  slabs_.erase(std::remove_if(slabs_.begin(), kept, [](const Slab& s) { return s.bytes > kSlabBytes; }),
               kept);
  if (slabs_.size() > kKeptSlabs) slabs_.resize(kKeptSlabs);
  open_slabs_ = 0;
  at_ = end_ = last_ = nullptr;
  bytes_ = 0;
  until_clock_ = kAllocationsPerLook;
  deadline_ns_ = ThreadCpuNs() + std::int64_t{limits_.cpu_ms} * 1'000'000;
}

void* ParseArena::Allocate(void* arena, std::size_t bytes) {
  ParseArena& self = *static_cast<ParseArena*>(arena);
  if (--self.until_clock_ == 0) self.LookAtClock();
  const std::size_t taken = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (taken > static_cast<std::size_t>(self.end_ - self.at_)) self.OpenSlab(taken);
  self.last_ = self.at_;
  self.at_ += taken;
  return self.last_;
}

// gumbo's many short-lived buffers are freed in the order of a stack: taking back just the last one keeps the
// arena half as big.
void ParseArena::Free(void* arena, void* at) {
  ParseArena& self = *static_cast<ParseArena*>(arena);
  if (at != nullptr && at == self.last_) self.at_ = self.last_;
}

// Nothing here may own anything when it leaves: longjmp runs no destructors.
void ParseArena::OpenSlab(std::size_t bytes) {
  const std::size_t wanted = std::max(bytes, kSlabBytes);
  if (bytes_ + wanted > limits_.memory_bytes) std::longjmp(exit_, kOverMemory);
  if (open_slabs_ == slabs_.size() || slabs_[open_slabs_].bytes < wanted) {
    Slab slab{std::make_unique_for_overwrite<std::byte[]>(wanted), wanted};
    slabs_.insert(slabs_.begin() + static_cast<std::ptrdiff_t>(open_slabs_), std::move(slab));
  }
  const Slab& slab = slabs_[open_slabs_++];
  bytes_ += slab.bytes;
  at_ = slab.data.get();
  end_ = at_ + slab.bytes;
}

void ParseArena::LookAtClock() {
  if (ThreadCpuNs() > deadline_ns_) std::longjmp(exit_, kOverTime);
  until_clock_ = kAllocationsPerLook;
}

}  // namespace thresh
