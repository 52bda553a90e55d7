#include "query/commands/heap.h"

#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace thresh {

void TakeHeapAtOnce() {
  // 8 MB hold the memory of most searches: the pages of the heap are then taken in one system call.
  constexpr int kHeapBytes = 8 << 20;
  constexpr std::uintptr_t kLargePage = 2 << 20;
  mallopt(M_TOP_PAD, kHeapBytes);
  // Freed memory stays with the program, and large buffers come from the heap as well: each mmap
  // would fault its pages one by one.
  mallopt(M_TRIM_THRESHOLD, 8 * kHeapBytes);
  mallopt(M_MMAP_THRESHOLD, 2 * kHeapBytes);
  // A block larger than what malloc has left makes the heap grow now. With another malloc (as under
  // a sanitizer) nothing grows, and the range below is empty.
  // It is smaller than M_MMAP_THRESHOLD, so that it comes from the heap.
  void* const block = std::malloc(std::size_t{kHeapBytes} / 8);
  // Rounded inwards, because a large page must not reach beyond the heap.
  const auto begin =
      (reinterpret_cast<std::uintptr_t>(block) + kLargePage - 1) / kLargePage * kLargePage;
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / kLargePage * kLargePage;
  // Only a hint: a kernel without large pages ignores it.
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  std::free(block);
}

}  // namespace thresh
